import { changeContact } from '../../commands/contacts/change-contact.js'
import { stepScope } from '../../commands/executions/execution-scope.js'
import {
  recordStepOutcomeIn,
  StepTakenError,
  type OpenTemplateStep,
  type StepResult,
} from '../../commands/executions/record-step-outcome.js'
import { planDataPatch, type DataPatch } from '../../models/domain/data.js'
import type { StepRef } from '../../models/domain/directive.js'
import { isActive, type ExecutionStatus } from '../../models/domain/execution-status.js'
import { AppError } from '../../models/domain/errors.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { renderValues } from '../../mail/rendering/render-values.js'
import { countExecutionsEnded } from '../../runtime/metrics/work.js'
import type { ExecutionDeps } from './deps.js'
import { completed, failed, skipped } from './outcomes.js'

interface UpdateConfig {
  updates?: Record<string, unknown>
  subscriptionAction?: 'none' | 'subscribe' | 'unsubscribe'
}

/**
 * Merges the fields of an UPDATE_CONTACT step into its contact and sets its subscription, exactly once. Repeating either
 * would be wrong: a template may count up from the contact's field, and another request may have undone the flip.
 */
export async function updateStepContact(
  deps: ExecutionDeps,
  ref: StepRef,
  open: OpenTemplateStep,
): Promise<StepResult> {
  const { projectId, contactId, depth } = open.execution
  const { updates = {}, subscriptionAction = 'none' } = open.step.config as UpdateConfig
  try {
    const patch = planDataPatch(await renderValues(updates, stepScope(open), projectId))
    const result = completed({ updated: changedFields(patch), subscriptionAction })
    let status: ExecutionStatus = 'RUNNING'
    const { entries } = await changeContact({
      projectId,
      who: { id: contactId },
      patch,
      subscribed: subscriptionAction === 'none' ? undefined : subscriptionAction === 'subscribe',
      subscribedWhenNew: false,
      source: 'workflow',
      depth,
      alongside: async (session) => void (status = await recordStepOutcomeIn(session, ref, result)),
    })
    if (!isActive(status)) countExecutionsEnded(status)
    deps.enqueue(entries)
    return result
  } catch (error) {
    return explain(error)
  }
}

function changedFields({ set, unset }: DataPatch): string[] {
  return [...Object.keys(set), ...unset]
}

function explain(error: unknown): StepResult {
  // Another run of the step recorded its outcome first.
  if (error instanceof StepTakenError) return skipped('cancelled')
  if (error instanceof RenderError) return failed(error.message)
  if (!(error instanceof AppError)) throw error
  if (error.code === 'CONTACT_NOT_FOUND') return skipped('contact_deleted')
  if (error.errors?.some(({ code }) => code === 'too_many')) return failed('too_many')
  return failed(error.errors?.map(({ message }) => message).join('; ') ?? error.message)
}
