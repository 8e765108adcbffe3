import { Project } from '../../models/project.js'
import { Workflow } from '../../models/workflow.js'
import { setOff } from '../../commands/base/outbox/set-off.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { Temporal } from '../temporal.js'
import { WORK_SOURCES, type RunningWork, type WorkSource } from './running-work.js'

/** Dependencies of the comparison with Temporal. */
export interface ReconcileDeps {
  temporal: Pick<Temporal, 'stateOf' | 'runningAmong' | 'stoppedWithin' | 'inputOf'>
}

/** Result of a comparison: how much work was checked, restarted and ended. */
export interface Reconciled {
  checked: number
  startedAgain: number
  ended: number
}

// One query of Temporal's list covers a batch. Work that the list does not show as running is described one by one.
const BATCH = 50

/**
 * Compares all running work in MongoDB with Temporal. Work that is missing in Temporal is restarted at its current
 * position, so that the loss of a Temporal cluster loses no work: delays keep their ends, and claims prevent duplicate
 * emails. Work that was stopped in Temporal is ended in MongoDB.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, startedAgain: 0, ended: 0 }
  for await (const { _id: projectId } of Project.find({}, { _id: 1 }).lean().cursor()) {
    await setOffSchedules(projectId)
    for (const source of WORK_SOURCES) {
      for await (const batch of inBatches(source.read(projectId))) await compare(deps, source, batch, total)
    }
  }
  return total
}

/** Ends the work in MongoDB that was stopped in Temporal within the last `seconds`. */
export async function takeOverStops(deps: ReconcileDeps, seconds: number): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, startedAgain: 0, ended: 0 }
  for await (const workflowIds of inBatches(deps.temporal.stoppedWithin(seconds))) {
    for (const source of WORK_SOURCES) {
      const ids = (await Promise.all(workflowIds.map((id) => source.idsOf(id, deps.temporal)))).flat()
      if (ids.length === 0) continue
      for await (const batch of inBatches(source.find(ids))) await compare(deps, source, batch, total)
    }
  }
  return total
}

async function compare(
  { temporal }: ReconcileDeps,
  source: WorkSource,
  batch: RunningWork[],
  total: Reconciled,
): Promise<void> {
  const running = await temporal.runningAmong(batch.flatMap(({ workflowIds }) => workflowIds))
  total.checked += batch.length
  for (const work of batch.filter(({ workflowIds }) => !workflowIds.some((id) => running.has(id)))) {
    const states = await Promise.all(work.workflowIds.map((id) => temporal.stateOf(id)))
    if (states.includes('running')) continue
    const isKnown = states.some((state) => state !== 'missing')
    const how = states.includes('cancelled') ? 'cancelled' : 'failed'
    // A completed delivery of a batch leaves each deferred email to another workflow, which is the missing one.
    const isLost = !isKnown || (states.includes('missing') && states.includes('completed'))
    if (isLost && (await source.restart(work))) total.startedAgain += 1
    if (!isLost && (await endStill(source, work, how))) total.ended += 1
  }
}

// Dispatching a workflow whose schedule exists changes nothing.
async function setOffSchedules(projectId: string): Promise<void> {
  const scheduled = await Workflow.find({ projectId, enabled: true, triggerType: 'SCHEDULE' }, { _id: 1 }).lean()
  const ids = scheduled.map(({ _id }) => _id)
  if (ids.length > 0) await inTransaction((session) => setOff(session, { kind: 'workflow', projectId, ids }))
}

// Reads the work again, because it may have ended or restarted since the first read.
async function endStill(source: WorkSource, { id }: RunningWork, how: 'cancelled' | 'failed'): Promise<boolean> {
  if (!source.end) return false
  for await (const work of source.find([id])) {
    await source.end(work, how)
    return true
  }
  return false
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
