import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../embedded/ports.js'
import { until } from '../calls.js'
import { prepareReferences } from '../load/executions.js'
import { untilReached } from '../load/inbox.js'
import { closedLoop } from '../load/loops.js'
import { readWorkflowTasks } from '../load/worker-metrics.js'
import { rowOf } from '../measuring/meter.js'
import { mapValues } from '../measuring/processes.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { MAILS } from '../reference-workflow.js'
import { countEnded, countWaiting, hasOutboxEntry } from '../stored-shapes.js'

const CONCURRENCY = 50
// Longer than all executions take to reach their delay on a slow machine.
const START_MS = 30_000
const START_MS_EACH = 15

/** Many executions that wake at the same moment. */
export const wake = definePart({
  name: 'wake',
  title: 'executions that sleep until one moment, and then all go on: delay, condition, send, exit',
  runs: 'all',
  options: { executions: { normal: 2_000, quick: 200, meaning: 'executions' } },
  async run({ sizes: { executions }, freshStack, say }) {
    const metricsPort = await findFreePort([])
    const stack = await freshStack({ METRICS_PORT: String(metricsPort) })
    const wakeAt = Date.now() + START_MS + executions * START_MS_EACH
    const { project, workflowId, track, close } = await prepareReferences(
      stack,
      'Wake',
      CONCURRENCY,
      { until: new Date(wakeAt).toISOString() },
      'delay first',
    )
    const memory = () => mapValues(stack.meter.use(), ({ memoryMb }) => Math.round(memoryMb))
    const empty = memory()
    say('they fall asleep')
    await closedLoop(executions, CONCURRENCY, (n) => track(`wake${n}@example.com`))
    close()
    await until(async () => {
      const waiting = await countWaiting(stack.database, project.id, workflowId)
      return waiting === executions && !(await hasOutboxEntry(stack.database, project.id))
    })
    const asleep = memory()
    const asleepMs = wakeAt - Date.now()
    if (asleepMs < 0) throw new Error('The first woke before the last was asleep: the machine is too slow for so many')
    await delay(asleepMs)
    say('they wake')
    const before = await readWorkflowTasks(metricsPort)
    const { result: doneSeconds, costs } = await stack.meter.measure(async () => {
      await stack.inbox.untilCount(executions)
      await untilReached('ended executions', executions, () => countEnded(stack.database, project.id, workflowId))
      return (Date.now() - wakeAt) / 1_000
    })
    const after = await readWorkflowTasks(metricsPort)
    const arrivals = await stack.inbox.arrivedAt({ subject: `Wake: ${MAILS[1]}` })
    const inbox = latencyOf([...arrivals.values()].map((at) => at - wakeAt))
    const [tasks, cached] = [after.all - before.all, after.cached - before.cached]
    const memories = Object.entries(asleep).flatMap(([name, mb]) => [
      [`${name}BeforeMb`, empty[name] ?? 0] as const,
      [`${name}AsleepMb`, mb] as const,
    ])
    return {
      rows: { wake: rowOf({ label: 'all at one moment', units: executions, costs, doneSeconds, inbox }) },
      figures: { tasks, replayedRatio: round(1 - cached / Math.max(1, tasks), 3), ...Object.fromEntries(memories) },
    }
  },
})
