import { isActive } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { ENDED_WAITS, Wait, type WaitRecord } from '../../../models/wait.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { cursorAfter, PURGE_BATCH, type PurgeBatch } from './retention.js'

/** Deletes ended waits that began before a date. A wait stays while its execution is still at the step of the wait. */
export const purgeWaits: PurgeBatch = async (projectId, before, after) => {
  const waits = await Wait.find(
    {
      projectId,
      state: { $in: ENDED_WAITS },
      since: { ...(after ? { $gte: new Date(after.at) } : {}), $lt: before },
      ...(after ? { $nor: [{ since: new Date(after.at), _id: { $lte: after.id } }] } : {}),
    },
    { since: 1, executionId: 1, sequence: 1, retries: 1 },
  )
    .sort({ since: 1, _id: 1 })
    .limit(PURGE_BATCH)
    .hint('ended_waits')
    .lean<EndedWait[]>()
  const current = await waitsInUse(projectId, waits)
  const unused = waits.map(({ _id }) => _id).filter((id) => !current.has(id))
  const waiting = await findWaiting('wait', projectId, unused)
  const ids = unused.filter((id) => !waiting.has(id))
  const { deletedCount } = await Wait.deleteMany({ _id: { $in: ids }, projectId })
  return { deleted: deletedCount, after: cursorAfter(waits, ({ since }) => since) }
}

type EndedWait = Pick<WaitRecord, '_id' | 'since' | 'executionId' | 'sequence' | 'retries'>

async function waitsInUse(projectId: string, waits: EndedWait[]): Promise<Set<string>> {
  const executionIds = [...new Set(waits.map(({ executionId }) => executionId))]
  const executions = await Execution.find(
    { _id: { $in: executionIds }, projectId },
    { status: 1, sequence: 1, retries: 1 },
  ).lean()
  const byId = new Map(executions.map((execution) => [execution._id, execution]))
  const inUse = waits.filter(({ executionId, sequence, retries }) => {
    const execution = byId.get(executionId)
    if (!execution || !isActive(execution.status)) return false
    return execution.sequence === sequence && (execution.retries ?? null) === retries
  })
  return new Set(inUse.map(({ _id }) => _id))
}
