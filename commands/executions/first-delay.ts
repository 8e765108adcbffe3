import { delayEnd, type DelayConfig } from '../../models/domain/delay-end.js'
import { findStep, type Graph } from '../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

/** The time zone in which an execution is created: the query that confirms it is the first to tell that of its project. */
export const ASSUMED_ZONE = 'UTC'

/**
 * Gives executions that have just begun in a DELAY of whole days its end in the time zone of their project, where clocks
 * change within it; all others stay as they are. A command is needed for those alone. Returns all as they are then.
 */
export async function inZoneOfProject(
  graph: Graph,
  executions: readonly ExecutionRecord[],
  zone: string = ASSUMED_ZONE,
): Promise<ExecutionRecord[]> {
  const ends = new Map(executions.map((execution) => [execution, endIn(graph, execution, zone)]))
  const changes = executions.flatMap((execution) => {
    const { _id, projectId, wakeAt } = execution
    const end = ends.get(execution)
    const filter = { _id, projectId, sequence: 1, status: 'WAITING', wakeAt }
    return end ? { filter, update: { $set: { wakeAt: end } } } : []
  })
  if (changes.length > 0) await updateEach(Execution, changes)
  return executions.map((execution) => ({ ...execution, wakeAt: ends.get(execution) ?? execution.wakeAt }))
}

/** The other end that the delay of an execution has in a zone; null where it stays. */
function endIn(graph: Graph, execution: ExecutionRecord, zone: string): Date | null {
  const { status, sequence, retries, currentStepId, startedAt, wakeAt } = execution
  const step = sequence === 1 && !retries && status === 'WAITING' ? findStep(graph, currentStepId ?? '') : null
  if (zone === ASSUMED_ZONE || step?.type !== 'DELAY') return null
  const config = step.config as DelayConfig
  const isAsAssumed = delayEnd(config, startedAt, ASSUMED_ZONE)?.getTime() === wakeAt?.getTime()
  const end = isAsAssumed ? delayEnd(config, startedAt, zone) : null
  return end && end.getTime() !== wakeAt?.getTime() ? end : null
}
