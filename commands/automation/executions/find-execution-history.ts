import { notFound } from '../../../models/domain/errors.js'
import type { Graph } from '../../../models/domain/workflow-graph.js'
import { loadVersion } from '../workflows/load-version.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { StepExecution, type EndedStepRun } from '../../../models/step-execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'
import { findExecution, type ExecutionRef } from './find-execution.js'

// The limit on all responses of an execution together, because a loop may have recorded hundreds of 64 KB each.
const MAX_RESPONSES_BYTES = 4 * 1024 * 1024
const BATCH = 100

/** An execution and all runs of its steps in order, with the graph of the version that it runs. */
export interface ExecutionHistory {
  described: DescribedExecution
  workflow: WorkflowRecord
  graph: Graph
  stepRuns: EndedStepRun[]
  /** Whether the outbox has not started its Temporal workflow execution yet. */
  isWaiting: boolean
}

/** One execution with its history. Throws the 404 of the workflow or of the execution. */
export async function findExecutionHistory(ref: ExecutionRef): Promise<ExecutionHistory> {
  const { projectId, workflowId, executionId } = ref
  const { workflow, execution } = await findExecution(ref)
  const [stepRuns, graph, [described], waiting] = await Promise.all([
    findStepRuns(execution),
    loadVersion(projectId, workflowId, execution.workflowVersion),
    describeExecutions(projectId, [execution]),
    findWaiting('execution', projectId, [executionId]),
  ])
  if (!described) throw notFound('execution', executionId)
  return {
    described,
    workflow,
    graph: graph ?? { steps: [], transitions: [] },
    stepRuns,
    isWaiting: waiting.has(executionId),
  }
}

/** The recorded outcomes in order. The latest responses are kept, up to 4 MB together. */
async function findStepRuns({ projectId, _id: executionId, steps }: ExecutionRecord): Promise<EndedStepRun[]> {
  const stepRuns: EndedStepRun[] = []
  const places = new Set<string>()
  let bytes = 0
  const add = (step: EndedStepRun): void => {
    const place = `${step.sequence}:${step.retries}`
    if (places.has(place)) return
    places.add(place)
    const { response } = step.output ?? {}
    if (response) bytes += Buffer.byteLength(JSON.stringify(response))
    stepRuns.push(bytes > MAX_RESPONSES_BYTES ? withoutResponse(step) : step)
  }
  for (const step of steps.toReversed()) add(step)
  // The rows are the earlier outcomes.
  const rows = StepExecution.find({ projectId, executionId }, { projectId: 0, executionId: 0 })
    .sort({ sequence: -1, retries: -1 })
    .lean<EndedStepRun>()
    .cursor({ batchSize: BATCH })
  for await (const row of rows) add(row)
  return stepRuns.toSorted(inOrder)
}

function inOrder(one: EndedStepRun, other: EndedStepRun): number {
  return one.sequence - other.sequence || (one.retries ?? 0) - (other.retries ?? 0)
}

function withoutResponse(step: EndedStepRun): EndedStepRun {
  const { output } = step
  return output?.['response'] ? { ...step, output: { ...output, response: null, truncated: true } } : step
}
