import type { ContactRecord } from '../../models/contact.js'
import { unescapeData } from '../../models/domain/fields.js'

/** What of a contact templates see. */
export type ScopedContact = Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'data' | 'createdAt' | 'updatedAt'>

// The names that templates have of their own, in workflows too. A field called `event.name` must not hide the name
// of the event; where a name is not in use, such a field is found in `data`.
const OWN_NAMES = new Set(['contact', 'data', 'event', 'steps', 'workflow', 'execution'])

/**
 * What a template sees of a contact: its fields by name, `data`, and `contact`. `over` is laid over the stored
 * fields, for what one message alone brings.
 */
export function contactScope(contact: ScopedContact, over: Record<string, unknown> = {}): Record<string, unknown> {
  const data: Record<string, unknown> = { ...unescapeData(contact.data ?? {}), ...over }
  const { _id: id, email, subscribed, createdAt, updatedAt } = contact
  return {
    ...withoutOwnNames(data),
    id,
    email,
    subscribed,
    service_id: id,
    service_email: email,
    data,
    contact: { id, email, subscribed, data, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  }
}

function withoutOwnNames(data: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(data).some((key) => OWN_NAMES.has(firstName(key)))) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !OWN_NAMES.has(firstName(key))))
}

function firstName(key: string): string {
  const dot = key.indexOf('.')
  return dot === -1 ? key : key.slice(0, dot)
}
