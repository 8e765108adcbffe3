import { AppError, invalid } from '../../../models/domain/errors.js'
import {
  MAX_STEPS,
  refuseTransition,
  type Step,
  type StepType,
  type Transition,
} from '../../../models/domain/workflow-graph.js'
import { newId } from '../../../runtime/ids.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { changeWorkflow, type WorkflowEdit } from './change-workflow.js'
import { refuseFaultyStep, type FaultSettings } from './find-workflow-faults.js'
import { requireStep, withTemplate } from './workflow-step.js'

/** The fields of a new step; the config has been checked for its type. */
export interface StepDraft {
  type: StepType
  name: string
  config: Record<string, unknown> & { templateId?: string | null }
  /** Null: below the existing steps. */
  position: { x: number; y: number } | null
  /** Null: the template in the config, if any. */
  templateId: string | null
  /** Adds a transition from the last step without a successor. */
  autoConnect: boolean
}

const STEP_DISTANCE = 150

/**
 * Adds a step, and with `autoConnect` the transition to it. Throws WORKFLOW_NOT_FOUND, TEMPLATE_NOT_FOUND,
 * BAD_REQUEST for a second TRIGGER, VALIDATION_ERROR beyond the limits on steps and size, and for the faults of the
 * step when the workflow is enabled.
 */
export async function addStep(
  ref: WorkflowEdit,
  draft: StepDraft,
  settings: FaultSettings,
): Promise<{ workflow: WorkflowRecord; step: Step }> {
  const id = newId()
  const workflow = await changeWorkflow(ref, async (workflow) => {
    const step = newStep(id, draft, workflow.steps.length)
    refuseStep(workflow, step)
    await refuseFaultyStep(workflow, step, settings)
    const transition = draft.autoConnect ? linkTo(workflow, step) : null
    return {
      steps: [...workflow.steps, step],
      ...(transition ? { transitions: [...workflow.transitions, transition] } : {}),
    }
  })
  return { workflow, step: requireStep(workflow, id) }
}

/** A new transition with its id and time of creation. */
export function newTransition(fields: Pick<Transition, 'fromStepId' | 'toStepId' | 'branch' | 'priority'>): Transition {
  return { id: newId(), ...fields, createdAt: new Date() }
}

function newStep(id: string, draft: StepDraft, stepsBefore: number): Step {
  const { type, name, config, position } = draft
  const now = new Date()
  const templateId = type === 'SEND_EMAIL' ? (draft.templateId ?? config.templateId ?? null) : null
  return {
    id,
    type,
    name,
    position: position ?? { x: 0, y: stepsBefore * STEP_DISTANCE },
    ...withTemplate(config, templateId),
    createdAt: now,
    updatedAt: now,
  }
}

function refuseStep({ steps }: WorkflowRecord, { type }: Step): void {
  if (type === 'TRIGGER') {
    const message = 'The workflow already has a TRIGGER step'
    throw new AppError('BAD_REQUEST', message, { errors: [{ field: 'type', message, code: 'custom', received: type }] })
  }
  if (steps.length < MAX_STEPS) return
  throw invalid([{ field: 'steps', message: `A workflow can have at most ${MAX_STEPS} steps`, code: 'too_big' }])
}

// A CONDITION is skipped, because only the author knows on which branch the new step belongs.
function linkTo(workflow: WorkflowRecord, step: Step): Transition | null {
  const followed = new Set(workflow.transitions.map(({ fromStepId }) => fromStepId))
  const from = workflow.steps.findLast(
    (candidate) => !followed.has(candidate.id) && refuseTransition(workflow, candidate, step, null) === null,
  )
  return from ? newTransition({ fromStepId: from.id, toStepId: step.id, branch: null, priority: 0 }) : null
}
