import type { ContactRecord } from '../../models/contact.js'
import { isAddress, normaliseAddress } from '../../models/domain/addresses.js'
import { planDataPatch } from '../../models/domain/data.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { renderValues } from '../../mail/rendering/render-values.js'
import { changeContact } from '../contacts/change-contact.js'
import { executionScope, stepScope } from './execution-scope.js'
import type { OpenTemplateStep } from './open-step.js'

/** The recipient of a SEND_EMAIL step, and the scope of its template over that contact's own fields. */
export interface StepRecipient {
  contact: Pick<ContactRecord, '_id' | 'email'>
  scope: Record<string, unknown>
  /** The entries that the creation of the contact set off. */
  entries: OutboxEntry[]
}

interface RecipientConfig {
  recipient?: { type: 'CONTACT' | 'CUSTOM'; customEmail?: string }
}

/**
 * The recipient of a SEND_EMAIL step: the contact of its execution, or the contact of the step's own address, which is
 * created if unknown. The template always sees the contact of the execution.
 */
export async function findStepRecipient(open: OpenTemplateStep): Promise<StepRecipient | { failed: string }> {
  const { recipient } = open.step.config as RecipientConfig
  if (recipient?.type !== 'CUSTOM') return { contact: open.contact, scope: executionScope(open), entries: [] }
  const scope = stepScope(open)
  const { projectId, depth } = open.execution
  const email = await renderAddress(recipient.customEmail ?? '', scope, projectId)
  if (typeof email !== 'string') return email
  const { contact: other, entries } = await changeContact({
    projectId,
    who: { email },
    patch: planDataPatch(undefined),
    subscribedWhenNew: false,
    source: 'workflow',
    depth,
  })
  return { contact: other, scope: { ...hiddenFields(other), ...scope }, entries }
}

async function renderAddress(
  template: string,
  scope: Record<string, unknown>,
  projectId: string,
): Promise<string | { failed: string }> {
  try {
    const address = normaliseAddress(await renderValues(template, scope, projectId))
    return isAddress(address) ? address : { failed: 'invalid_recipient' }
  } catch (error) {
    if (error instanceof RenderError) return { failed: error.message }
    throw error
  }
}

// The scope lies over the fields of the recipient: none of them may show where the contact has no such field.
function hiddenFields({ data }: ContactRecord): Record<string, null> {
  return Object.fromEntries(Object.keys(unescapeData(data ?? {})).map((key) => [key, null]))
}
