import type { z } from 'zod'
import type { DescribedExecution, ListedExecution } from '../../commands/automation/executions/describe-executions.js'
import type { ExecutionHistory } from '../../commands/automation/executions/find-execution-history.js'
import { isActive } from '../../models/domain/execution-status.js'
import { unescapeData } from '../../models/domain/fields.js'
import { groupBy } from '../../models/domain/group-by.js'
import { findStep, type Step } from '../../models/domain/workflow-graph.js'
import type { EndedStepRun } from '../../models/step-execution.js'
import type { ExecutionDetail, ExecutionListItem, ExecutionResponse } from '../schemas/execution.js'

type PresentedStep = z.input<typeof ExecutionDetail>['stepExecutions'][number]

/** An execution as the API shows it. */
export function presentExecution(execution: ListedExecution): z.input<typeof ExecutionResponse> {
  return {
    id: execution._id,
    workflowId: execution.workflowId,
    workflowVersion: execution.workflowVersion,
    contactId: execution.contactId,
    status: execution.status,
    currentStepId: execution.currentStepId,
    exitReason: execution.exitReason,
    context: unescapeData(execution.context ?? {}),
    sourceEventId: execution.sourceEventId,
    startedAt: execution.startedAt.toISOString(),
    completedAt: execution.completedAt?.toISOString() ?? null,
    wakeAt: execution.wakeAt?.toISOString() ?? null,
    temporalWorkflowId: execution.temporalWorkflowId,
  }
}

/** An execution in a list. */
export function presentListedExecution(described: DescribedExecution): z.input<typeof ExecutionListItem> {
  const { execution, contact, currentStep } = described
  return {
    ...presentExecution(execution),
    contact: contact && { id: contact._id, email: contact.email },
    currentStep: summarise(currentStep),
  }
}

/** An execution with the steps it passed, and its current step. */
export function presentExecutionHistory(history: ExecutionHistory): z.input<typeof ExecutionDetail> {
  const { described, workflow, graph, stepRuns, isWaiting } = history
  const { execution, currentStep } = described
  const tries = stepRuns.map((step) => presentStepRun(execution._id, step, findStep(graph, step.stepId)))
  const retries = execution.retries ?? null
  const isRecorded = stepRuns.some((step) => step.sequence === execution.sequence && step.retries === retries)
  if (currentStep && isActive(execution.status) && !isRecorded)
    tries.push(presentCurrent(execution, currentStep, isWaiting))
  return {
    ...presentListedExecution(described),
    workflow: { id: workflow._id, name: workflow.name },
    // A failed attempt of a step and its retries are one step of the execution.
    stepExecutions: [...groupBy(tries, ({ sequence }) => sequence).values()].map(addUp),
  }
}

/** The last try of a step, with the attempts of all its tries. */
function addUp(tries: PresentedStep[]): PresentedStep {
  const last = tries.at(-1)
  if (!last) throw new Error('A step without a try')
  return { ...last, attempts: tries.reduce((sum, { attempts }) => sum + attempts, 0) }
}

function presentStepRun(executionId: string, stepRun: EndedStepRun, step: Step | null): PresentedStep {
  return {
    id: stepRun._id,
    executionId,
    stepId: stepRun.stepId,
    sequence: stepRun.sequence,
    status: stepRun.status,
    branch: stepRun.branch,
    output: stepRun.output && unescapeData(stepRun.output),
    error: stepRun.error,
    attempts: stepRun.attempts,
    startedAt: stepRun.startedAt?.toISOString() ?? null,
    completedAt: stepRun.completedAt.toISOString(),
    step: summarise(step),
  }
}

// The current step has no outcome yet: its state is that of the execution.
function presentCurrent(execution: ListedExecution, step: Step, isWaiting: boolean): PresentedStep {
  return {
    id: `${execution._id}:${execution.sequence}`,
    executionId: execution._id,
    stepId: step.id,
    sequence: execution.sequence,
    status: statusOfCurrent(execution, isWaiting),
    branch: null,
    output: null,
    error: null,
    attempts: execution.attempts ?? 1,
    startedAt: (execution.stepStartedAt ?? execution.startedAt).toISOString(),
    completedAt: null,
    step: summarise(step),
  }
}

// The step is pending until the Temporal workflow execution has started.
function statusOfCurrent({ status }: ListedExecution, isWaiting: boolean): PresentedStep['status'] {
  if (status === 'WAITING') return 'WAITING'
  return isWaiting ? 'PENDING' : 'RUNNING'
}

function summarise(step: Step | null): { id: string; name: string; type: Step['type'] } | null {
  return step && { id: step.id, name: step.name, type: step.type }
}
