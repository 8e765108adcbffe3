import { changeContact } from '../../models/commands/contacts/change-contact.js'
import { executionScope } from '../../models/commands/executions/execution-scope.js'
import type { OpenStep, StepSettlement } from '../../models/commands/executions/settle-step.js'
import { Contact } from '../../models/contact.js'
import { planDataPatch } from '../../models/domain/data.js'
import type { StepRef } from '../../models/domain/directive.js'
import { contactScope } from '../../models/rendering/contact-scope.js'
import { renderValues } from '../../models/rendering/render-values.js'
import type { ExecutionDeps } from './deps.js'
import { completed, skipped } from './outcomes.js'

/** Merges the fields of an UPDATE_CONTACT step into its contact and turns its subscription. */
export async function updateStepContact(deps: ExecutionDeps, ref: StepRef, open: OpenStep): Promise<StepSettlement> {
  const { execution, step } = open
  const contact = await Contact.findOne({ _id: execution.contactId, projectId: ref.projectId }).lean()
  if (!contact) return skipped('contact_deleted')
  const { updates = {}, subscriptionAction = 'none' } = step.config as {
    updates?: Record<string, unknown>
    subscriptionAction?: 'none' | 'subscribe' | 'unsubscribe'
  }
  const scope = { ...contactScope(contact), ...(await executionScope(open)) }
  const { intents } = await changeContact({
    projectId: ref.projectId,
    who: { id: contact._id },
    patch: planDataPatch(renderValues(updates, scope)),
    subscribed: subscriptionAction === 'none' ? undefined : subscriptionAction === 'subscribe',
    subscribedWhenNew: false,
    source: 'workflow',
    depth: execution.depth,
  })
  deps.announce(intents)
  return completed({ updated: Object.keys(updates), subscriptionAction })
}
