import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Project } from '../../models/project.js'
import { Workflow } from '../../models/workflow.js'
import type { Temporal } from '../temporal.js'
import { WORK_SOURCES, type RunningWork, type WorkSource } from './running-work.js'

/** What comparing takes from outside. */
export interface ReconcileDeps {
  temporal: Pick<Temporal, 'stateOf' | 'runningAmong' | 'stoppedWithin'>
  /** Hands what is to be set off to the relay. */
  enqueue: (entries: OutboxEntry[]) => void
}

/** How much was compared, and what came of it. */
export interface Reconciled {
  checked: number
  startedAgain: number
  ended: number
}

// One look at Temporal's list for so many; those that it does not show as running are asked for one by one.
const BATCH = 50

/**
 * Compares everything that MongoDB holds as going on with Temporal. What Temporal does not know is set off again
 * where it stands, so that a lost or a new cluster loses nothing: sleepers sleep until the same moment, and claims
 * keep mail from leaving twice. What was stopped in Temporal ends here too.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, startedAgain: 0, ended: 0 }
  for await (const { _id: projectId } of Project.find({}, { _id: 1 }).lean().cursor()) {
    deps.enqueue(await schedulesOf(projectId))
    for (const source of WORK_SOURCES) {
      for await (const batch of inBatches(source.read(projectId))) await compare(deps, source, batch, total)
    }
  }
  return total
}

/** Takes over what was stopped in Temporal within the last `seconds`. */
export async function takeOverStops(deps: ReconcileDeps, seconds: number): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, startedAgain: 0, ended: 0 }
  for await (const durableIds of inBatches(deps.temporal.stoppedWithin(seconds))) {
    for (const source of WORK_SOURCES) {
      const ids = durableIds.flatMap((durableId) => source.idOf(durableId) ?? [])
      if (ids.length === 0) continue
      for await (const batch of inBatches(source.find(ids))) await compare(deps, source, batch, total)
    }
  }
  return total
}

async function compare(
  { temporal, enqueue }: ReconcileDeps,
  source: WorkSource,
  batch: RunningWork[],
  total: Reconciled,
): Promise<void> {
  const running = await temporal.runningAmong(batch.flatMap(({ durableIds }) => durableIds))
  total.checked += batch.length
  for (const work of batch.filter(({ durableIds }) => !durableIds.some((id) => running.has(id)))) {
    const states = await Promise.all(work.durableIds.map((id) => temporal.stateOf(id)))
    if (states.includes('running')) continue
    const isKnown = states.some((state) => state !== 'missing')
    const how = states.includes('cancelled') ? 'cancelled' : 'failed'
    // A batch that is done leaves a message that was put off to an execution of its own, which is what is missing.
    const isLost = !isKnown || (states.includes('missing') && states.includes('completed'))
    const entries = isLost ? await source.restart(work) : await endStill(source, work, how)
    if (isLost && entries?.length) total.startedAgain += 1
    if (!isLost && entries) total.ended += 1
    enqueue(entries ?? [])
  }
}

// Storing a schedule again changes nothing where it is.
async function schedulesOf(projectId: string): Promise<OutboxEntry[]> {
  const scheduled = await Workflow.find({ projectId, enabled: true, triggerType: 'SCHEDULE' }, { _id: 1 }).lean()
  return scheduled.map(({ _id: id }) => ({ kind: 'workflow', projectId, id }))
}

// It may have ended, or been set off again, since it was read; what Temporal said is of after that.
async function endStill(
  source: WorkSource,
  { id }: RunningWork,
  how: 'cancelled' | 'failed',
): Promise<OutboxEntry[] | null> {
  for await (const work of source.find([id])) return source.end(work, how)
  return null
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncIterable<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
