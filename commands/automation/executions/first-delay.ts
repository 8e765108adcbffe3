import { delayEnd, type DelayConfig } from '../../../models/domain/delay-end.js'
import { findStep, type Graph } from '../../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { updateEach } from '../../../models/update-each.js'

/** The time zone with which an execution is created, because only the query that confirms it reads the project. */
export const ASSUMED_ZONE = 'UTC'

/**
 * Corrects the end of a DELAY of whole days in which executions have just begun, where clocks change within the delay
 * in the time zone of the project. The other executions stay as they are and cost no command. Returns all executions
 * with their ends.
 */
export async function inZoneOfProject(
  graph: Graph,
  executions: readonly ExecutionRecord[],
  zone: string = ASSUMED_ZONE,
): Promise<ExecutionRecord[]> {
  const ends = new Map(executions.map((execution) => [execution, endIn(graph, execution, zone)]))
  const changes = executions.flatMap((execution) => {
    const { _id, projectId, contactId, wakeAt } = execution
    const end = ends.get(execution)
    const filter = { _id, projectId, contactId, sequence: 1, status: 'WAITING', wakeAt }
    return end ? { filter, update: { $set: { wakeAt: end } } } : []
  })
  if (changes.length > 0) await updateEach(Execution, changes)
  return executions.map((execution) => ({ ...execution, wakeAt: ends.get(execution) ?? execution.wakeAt }))
}

/** The end of the delay of an execution in a time zone; null where the stored end is right. */
function endIn(graph: Graph, execution: ExecutionRecord, zone: string): Date | null {
  const { status, sequence, retries, currentStepId, startedAt, wakeAt } = execution
  const step = sequence === 1 && !retries && status === 'WAITING' ? findStep(graph, currentStepId ?? '') : null
  if (zone === ASSUMED_ZONE || step?.type !== 'DELAY') return null
  const config = step.config as DelayConfig
  const isAsAssumed = delayEnd(config, startedAt, ASSUMED_ZONE)?.getTime() === wakeAt?.getTime()
  const end = isAsAssumed ? delayEnd(config, startedAt, zone) : null
  return end && end.getTime() !== wakeAt?.getTime() ? end : null
}
