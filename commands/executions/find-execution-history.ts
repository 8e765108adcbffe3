import { notFound } from '../../models/domain/errors.js'
import type { Graph } from '../../models/domain/workflow-graph.js'
import { loadVersion } from '../workflows/load-version.js'
import { StepExecution, type StepExecutionRecord } from '../../models/step-execution.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'
import { findExecution, type ExecutionRef } from './find-execution.js'

/** An execution and all tries of its steps in order, with the graph it started with. */
export interface ExecutionHistory {
  described: DescribedExecution
  workflow: WorkflowRecord
  graph: Graph
  walked: StepExecutionRecord[]
}

/** One execution with its history. Throws the 404 of the workflow or of the execution. */
export async function findExecutionHistory(ref: ExecutionRef): Promise<ExecutionHistory> {
  const { projectId, workflowId, executionId } = ref
  const { workflow, execution } = await findExecution(ref)
  const [walked, graph, [described]] = await Promise.all([
    StepExecution.find({ projectId, executionId }).sort({ sequence: 1, retries: 1 }).lean(),
    loadVersion(projectId, workflowId, execution.workflowVersion),
    describeExecutions(projectId, [execution]),
  ])
  if (!described) throw notFound('execution', executionId)
  return { described, workflow, graph: graph ?? { steps: [], transitions: [] }, walked }
}
