import { isActivityOperator, type ConditionOperator } from './operators.js'

/** The parsed field of a filter. */
export type ConditionField =
  | { kind: 'email' | 'subscribed' }
  | { kind: 'date'; name: 'createdAt' | 'updatedAt' }
  | { kind: 'data'; path: string }
  /** An event name, or a path in the event's data. The operator decides which. */
  | { kind: 'event'; name: string }
  | { kind: 'activity'; name: string }
  | { kind: 'segment' | 'campaign'; id: string }

/** The subject of a filter, by its field and operator; `context` is the event's data. */
export type Subject = Exclude<ConditionField, { kind: 'event' }> | { kind: 'context'; path: string }

const ACTIVITIES: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivered: 'delivery',
  delivery: 'delivery',
  opened: 'open',
  open: 'open',
  clicked: 'click',
  click: 'click',
  bounced: 'bounce',
  bounce: 'bounce',
  complained: 'complaint',
  complaint: 'complaint',
}

const OPTIONAL_PREFIX = 'contact.'
const BY_ID = /^(segment|campaign)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/**
 * Parses the field of a filter; null for an unknown field. The prefix `contact.` is optional. White space around the
 * field, and around the name of an event, is ignored.
 */
export function parseField(text: string): ConditionField | null {
  const trimmed = text.trim()
  const field = trimmed.startsWith(OPTIONAL_PREFIX) ? trimmed.slice(OPTIONAL_PREFIX.length) : trimmed
  if (field === 'email' || field === 'subscribed') return { kind: field }
  if (field === 'createdAt' || field === 'updatedAt') return { kind: 'date', name: field }
  const [, resource, id = ''] = BY_ID.exec(field) ?? []
  if (resource) return { kind: resource as 'segment' | 'campaign', id: id.toLowerCase() }
  const dot = field.indexOf('.')
  const rest = dot < 0 ? '' : field.slice(dot + 1)
  if (rest === '') return null
  switch (field.slice(0, dot)) {
    case 'data':
      return { kind: 'data', path: rest }
    case 'event':
      return { kind: 'event', name: rest.trim() }
    case 'email':
      return Object.hasOwn(ACTIVITIES, rest) ? { kind: 'activity', name: `email.${ACTIVITIES[rest]}` } : null
    default:
      return null
  }
}

/**
 * Names of the events whose summaries show whether an activity happened. A click also counts as an open, because many
 * mail programs load no images.
 */
export function activityNames(name: string): string[] {
  return name === 'email.open' ? [name, 'email.click'] : [name]
}

/** The subject of a filter; null for an unknown field. */
export function subjectOf({ field, operator }: { field: string; operator: ConditionOperator }): Subject | null {
  const parsed = parseField(field)
  if (parsed?.kind !== 'event') return parsed
  const { name } = parsed
  return isActivityOperator(operator) ? { kind: 'activity', name } : { kind: 'context', path: name }
}
