import type { TaskQueueState } from '../../outbox/temporal-health.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { mongodbConnected } from '../../runtime/mongodb/connection.js'
import { fault, ok, warning, type Finding } from './examination.js'
import { hasWork } from './stored-work.js'

const OLD_SECONDS = 60
const MONGODB_WITHIN_MS = 3_000

/** Judges a task queue. MongoDB knows the work for the queue that Temporal does not know yet. */
export async function taskQueue({ queue, withoutPoller, backlog, oldestSeconds }: TaskQueueState): Promise<Finding> {
  const waiting = `${backlog} tasks wait${backlog > 0 ? `, the oldest for ${oldestSeconds} s` : ''}`
  if (withoutPoller.length > 0) {
    const found = `no worker has polled for ${withoutPoller.join(' or ')} tasks in the last minute; ${waiting}`
    const remedy = `Start a worker with WORKER_QUEUES unset, or with ${nameOf(queue)} in it.`
    const isNeeded = backlog > 0 || (await isWorkStored(queue))
    return isNeeded ? fault(`${found}, and tasks are waiting`, remedy) : warning(found, remedy)
  }
  if (oldestSeconds > OLD_SECONDS) {
    return warning(
      `workers are polling, but ${waiting}`,
      `Start more workers with ${nameOf(queue)} in WORKER_QUEUES, or check the logs of the running ones.`,
    )
  }
  return ok(`workers are polling; ${waiting}`)
}

// The connection is made beside this check. While MongoDB is away, its own check says so.
async function isWorkStored(queue: TaskQueueState['queue']): Promise<boolean> {
  try {
    await withinTime(mongodbConnected(), MONGODB_WITHIN_MS, 'MongoDB is away')
    return await hasWork(queue)
  } catch {
    return false
  }
}

function nameOf(queue: TaskQueueState['queue']): string {
  return queue === 'transactional-groups' ? 'transactional' : queue
}
