import type { ContactRecord } from '../../models/contact.js'
import { unescapeData } from '../../models/domain/fields.js'

/** The part of a contact that templates see. */
export type ScopedContact = Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'data' | 'createdAt' | 'updatedAt'>

// The names that templates define themselves, also in workflows. A field called `event.name` must not hide the name of
// the event. A template finds such a field in `data`.
const RESERVED_NAMES = new Set(['contact', 'data', 'event', 'steps', 'workflow', 'execution'])

/** The variables of a contact: its fields by name, `data`, and `contact`. `over` holds the values of one message. */
export function contactScope(contact: ScopedContact, over: Record<string, unknown> = {}): Record<string, unknown> {
  const data: Record<string, unknown> = { ...unescapeData(contact.data ?? {}), ...over }
  const { _id: id, email, subscribed, createdAt, updatedAt } = contact
  return {
    ...withoutReservedNames(data),
    id,
    email,
    subscribed,
    service_id: id,
    service_email: email,
    data,
    contact: { id, email, subscribed, data, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  }
}

function withoutReservedNames(data: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(data).some((key) => RESERVED_NAMES.has(firstName(key)))) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !RESERVED_NAMES.has(firstName(key))))
}

function firstName(key: string): string {
  const dot = key.indexOf('.')
  return dot === -1 ? key : key.slice(0, dot)
}
