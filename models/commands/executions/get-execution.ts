import { notFound } from '../../domain/errors.js'
import type { Graph } from '../../domain/workflow-graph.js'
import { Execution } from '../../execution.js'
import { loadVersion } from '../../loaded-version.js'
import { StepExecution, type StepExecutionRecord } from '../../step-execution.js'
import type { WorkflowRecord } from '../../workflow.js'
import { describeExecutions, type DescribedExecution } from './describe-executions.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'

/** An execution and the steps it walked, in order, through the graph it started with. */
export interface ExecutionHistory {
  described: DescribedExecution
  workflow: WorkflowRecord
  graph: Graph
  walked: StepExecutionRecord[]
}

/** One execution with its history. Throws the 404 of the workflow or of the execution. */
export async function getExecution(ref: WorkflowRef & { executionId: string }): Promise<ExecutionHistory> {
  const { projectId, workflowId, executionId } = ref
  const workflow = await findWorkflow(ref)
  const execution = await Execution.findOne({ _id: executionId, projectId, workflowId }).lean()
  if (!execution) throw notFound('execution', executionId)
  const [walked, graph, [described]] = await Promise.all([
    StepExecution.find({ projectId, executionId }).sort({ sequence: 1 }).lean(),
    loadVersion(projectId, workflowId, execution.workflowVersion),
    describeExecutions(projectId, [execution]),
  ])
  if (!described) throw notFound('execution', executionId)
  return { described, workflow, graph: graph ?? { steps: [], transitions: [] }, walked }
}
