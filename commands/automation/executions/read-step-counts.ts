import { escapeKey } from '../../../models/domain/fields.js'
import { Execution } from '../../../models/execution.js'
import { STEP_COUNTERS, StepCount, type StepCounter } from '../../../models/step-count.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { countListed } from '../../base/listing/count-listed.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { activeFilter } from './cancelled-executions.js'
import { dayInUtc } from './count-steps.js'

const CONCURRENCY = 8
const BY_STEP = { projectId: 1, currentStepId: 1, status: 1, startedAt: -1, _id: -1, workflowId: 1 }

/** The counters of a step in a range of days, and how many executions are at it now. */
export interface CountedStep extends Record<StepCounter, number> {
  stepId: string
  waiting: number
}

/**
 * The counters of the steps that a workflow has now, over the last `days` days in UTC, today included. Throws
 * WORKFLOW_NOT_FOUND.
 */
export async function readStepCounts(ref: WorkflowRef, days: number): Promise<{ since: Date; steps: CountedStep[] }> {
  const { projectId, workflowId } = ref
  const workflow = await findWorkflow(ref)
  const since = dayInUtc(databaseNow(), days - 1)
  const [rows, waiting] = await Promise.all([
    StepCount.find({ projectId, workflowId, day: { $gte: since } }, { steps: 1 }).lean(),
    countWaiting(workflow),
  ])
  const steps = workflow.steps.map(({ id: stepId }) => {
    const stored = rows.flatMap(({ steps: counted }) => counted[escapeKey(stepId)] ?? [])
    const sums = STEP_COUNTERS.map((counter) => [
      counter,
      stored.reduce((sum, { [counter]: count = 0 }) => sum + count, 0),
    ])
    const counts = Object.fromEntries(sums) as Record<StepCounter, number>
    return { stepId, waiting: waiting.get(stepId) ?? 0, ...counts }
  })
  return { since, steps }
}

/** How many executions are at each step of a workflow now, without the steps at which none is (`countListed`). */
export async function readWaiting(ref: WorkflowRef): Promise<ReadonlyMap<string, number>> {
  return countWaiting(await findWorkflow(ref))
}

async function countWaiting(workflow: WorkflowRecord): Promise<Map<string, number>> {
  const { _id: workflowId, projectId } = workflow
  const waiting = new Map<string, number>()
  // No execution stays at the TRIGGER.
  const steps = workflow.steps.filter(({ type }) => type !== 'TRIGGER')
  await mapConcurrent(steps, CONCURRENCY, async ({ id }) => {
    const at = { projectId, currentStepId: id, workflowId, ...activeFilter(workflow) }
    const count = await countListed(projectId, Execution, at, { hint: BY_STEP })
    if (count > 0) waiting.set(id, count)
  })
  return waiting
}
