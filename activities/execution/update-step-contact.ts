import { changeContact } from '../../commands/audience/contacts/change-contact.js'
import { stepScope } from '../../commands/automation/executions/execution-scope.js'
import { completeStepIn, StepEndedError, type StepResult } from '../../commands/automation/executions/complete-step.js'
import type { OpenTemplateStep } from '../../commands/automation/executions/open-step.js'
import { planDataPatch, type DataPatch } from '../../models/domain/data.js'
import type { NextStep, StepRef } from '../../models/domain/next-step.js'
import { AppError } from '../../models/domain/errors.js'
import { completed, failed, skipped } from '../../models/step-execution.js'
import { renderValues } from '../../mail/rendering/render-values.js'
import { countExecutionsEnded } from '../../runtime/metrics/work.js'

interface UpdateConfig {
  updates?: Record<string, unknown>
  subscriptionAction?: 'none' | 'subscribe' | 'unsubscribe'
}

/**
 * Merges the fields of an UPDATE_CONTACT step into its contact and sets its subscription, exactly once. A repetition
 * would be wrong: a template may increment a field of the contact, and another request may have changed the
 * subscription back. Returns the next step, or the result of a step that changed nothing, which the caller
 * records. Throws RenderError.
 */
export async function updateStepContact(ref: StepRef, open: OpenTemplateStep): Promise<StepResult | NextStep> {
  const { projectId, contactId, depth } = open.execution
  const { updates = {}, subscriptionAction = 'none' } = open.step.config as UpdateConfig
  try {
    const filling = { timeZone: open.project?.timezone, keepsTypes: true }
    const patch = planDataPatch(await renderValues(updates, stepScope(open), projectId, filling))
    const result = completed({ updated: changedFields(patch), subscriptionAction })
    let next: NextStep | undefined
    const change = {
      projectId,
      who: { id: contactId },
      patch,
      subscribed: subscriptionAction === 'none' ? undefined : subscriptionAction === 'subscribe',
      subscribedWhenNew: false,
      source: 'workflow',
      depth,
    }
    await changeContact(change, {
      alongside: async (session) => void (next = await completeStepIn(session, ref, result)),
    })
    if (!next) return result
    if (next.kind === 'END') countExecutionsEnded(next.status)
    return next
  } catch (error) {
    return explain(error)
  }
}

function changedFields({ set, unset }: DataPatch): string[] {
  return [...Object.keys(set), ...unset]
}

function explain(error: unknown): StepResult {
  // Another run of the step recorded its outcome first.
  if (error instanceof StepEndedError) return skipped('cancelled')
  if (!(error instanceof AppError)) throw error
  if (error.code === 'CONTACT_NOT_FOUND') return skipped('contact_deleted')
  if (error.errors?.some(({ code }) => code === 'too_many')) return failed('too_many')
  return failed(error.errors?.map(({ message }) => message).join('; ') ?? error.message)
}
