import type { z } from 'zod'
import type { Step, Transition } from '../../models/domain/workflow-graph.js'
import type { ConditionFieldInfo } from '../../commands/automation/workflows/list-condition-fields.js'
import type { ListedVersion } from '../../commands/automation/workflows/list-versions.js'
import type { WorkflowSummary } from '../../commands/automation/workflows/list-workflows.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import type {
  StepResponse,
  TransitionResponse,
  VersionResponse,
  WorkflowFieldList,
  WorkflowListItem,
  WorkflowResponse,
} from '../schemas/workflow.js'

/** A workflow with its graph, as the API shows it. */
export function presentWorkflow(workflow: WorkflowRecord): z.input<typeof WorkflowResponse> {
  return {
    ...presentFields(workflow),
    steps: workflow.steps.map((step) => presentStep(workflow, step)),
    transitions: workflow.transitions.map((transition) => presentTransition(workflow._id, transition)),
  }
}

/** A version in a list. */
export function presentVersion(listed: ListedVersion): z.input<typeof VersionResponse> {
  const { version, name, createdAt, author, activeExecutions } = listed
  return { version, name, createdAt: createdAt.toISOString(), author, activeExecutions }
}

/** A workflow in a list. */
export function presentWorkflowSummary(summary: WorkflowSummary): z.input<typeof WorkflowListItem> {
  const { stepCount: steps, executionCount: executions, activeCount, failedCount } = summary
  const counts = { steps, executions, activeExecutions: activeCount, failedLastDay: failedCount }
  return { ...presentFields(summary), _count: counts }
}

/** A step as the API shows it; the config of the TRIGGER is the `triggerConfig` of the workflow. */
export function presentStep(
  workflow: Pick<WorkflowRecord, '_id' | 'triggerConfig'>,
  step: Step,
): z.input<typeof StepResponse> {
  return {
    id: step.id,
    workflowId: workflow._id,
    type: step.type,
    name: step.name,
    position: step.position,
    config: step.type === 'TRIGGER' ? { ...workflow.triggerConfig } : step.config,
    templateId: step.templateId,
    createdAt: step.createdAt.toISOString(),
    updatedAt: step.updatedAt.toISOString(),
  }
}

/** A transition as the API shows it. */
export function presentTransition(workflowId: string, transition: Transition): z.input<typeof TransitionResponse> {
  const { id, fromStepId, toStepId, branch, priority, createdAt } = transition
  return {
    id,
    workflowId,
    fromStepId,
    toStepId,
    branch,
    condition: branch === null ? null : { branch },
    priority,
    createdAt: createdAt.toISOString(),
  }
}

/** The fields that a CONDITION can compare. */
export function presentWorkflowFields(typedFields: ConditionFieldInfo[]): z.input<typeof WorkflowFieldList> {
  return { fields: typedFields.map(({ field }) => field), typedFields, count: typedFields.length }
}

function presentFields(workflow: Omit<WorkflowRecord, 'steps' | 'transitions'>) {
  return {
    id: workflow._id,
    name: workflow.name,
    description: workflow.description,
    enabled: workflow.enabled,
    triggerType: workflow.triggerType,
    triggerConfig: workflow.triggerConfig,
    allowReentry: workflow.allowReentry,
    archived: workflow.archived,
    version: workflow.version,
    projectId: workflow.projectId,
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  }
}
