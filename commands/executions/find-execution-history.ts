import { notFound } from '../../models/domain/errors.js'
import type { Graph } from '../../models/domain/workflow-graph.js'
import { loadVersion } from '../workflows/load-version.js'
import { StepExecution, type StepExecutionRecord } from '../../models/step-execution.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { findWaiting } from '../outbox/find-waiting.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'
import { findExecution, type ExecutionRef } from './find-execution.js'

// Of all responses of an execution: a loop may have recorded hundreds of 64 KB each.
const MAX_RESPONSES_BYTES = 4 * 1024 * 1024
const BATCH = 100

/** A recorded outcome without its additions to the context, which the context holds. */
export type WalkedStep = Omit<StepExecutionRecord, 'context'>

/** An execution and all tries of its steps in order, with the graph it started with. */
export interface ExecutionHistory {
  described: DescribedExecution
  workflow: WorkflowRecord
  graph: Graph
  walked: WalkedStep[]
  /** Whether Temporal has not been told yet to run it. */
  isWaiting: boolean
}

/** One execution with its history. Throws the 404 of the workflow or of the execution. */
export async function findExecutionHistory(ref: ExecutionRef): Promise<ExecutionHistory> {
  const { projectId, workflowId, executionId } = ref
  const { workflow, execution } = await findExecution(ref)
  const [walked, graph, [described], waiting] = await Promise.all([
    findWalked(projectId, executionId),
    loadVersion(projectId, workflowId, execution.workflowVersion),
    describeExecutions(projectId, [execution]),
    findWaiting('execution', projectId, [executionId]),
  ])
  if (!described) throw notFound('execution', executionId)
  return {
    described,
    workflow,
    graph: graph ?? { steps: [], transitions: [] },
    walked,
    isWaiting: waiting.has(executionId),
  }
}

/** The recorded outcomes in order. From the last one backwards, responses are kept up to 4 MB in all. */
async function findWalked(projectId: string, executionId: string): Promise<WalkedStep[]> {
  const walked: WalkedStep[] = []
  let bytes = 0
  const found = StepExecution.find({ projectId, executionId }, { context: 0 })
    .sort({ sequence: -1, retries: -1 })
    .lean<WalkedStep>()
    .cursor({ batchSize: BATCH })
  for await (const step of found) {
    const { response } = step.output ?? {}
    if (response) bytes += Buffer.byteLength(JSON.stringify(response))
    walked.push(bytes > MAX_RESPONSES_BYTES ? withoutResponse(step) : step)
  }
  return walked.toReversed()
}

function withoutResponse(step: WalkedStep): WalkedStep {
  const { output } = step
  return output?.['response'] ? { ...step, output: { ...output, response: null, truncated: true } } : step
}
