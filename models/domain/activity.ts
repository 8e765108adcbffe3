import { IGNORED_TRIGGER, REFUSED_CHAIN } from './event-names.js'

/** The types of items in the activity feed of a project. */
export const ACTIVITY_TYPES = [
  'event.triggered',
  'email.sent',
  'email.delivered',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complaint',
  'email.failed',
  'email.suppressed',
  'email.received',
  'contact.subscribed',
  'contact.unsubscribed',
  'campaign.scheduled',
  'campaign.sent',
  'campaign.cancelled',
  'workflow.started',
  'workflow.completed',
  'workflow.failed',
  'workflow.ignored',
] as const

/** The type of an item. */
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** The events of the service itself that the feed lists under types of their own. */
export const EVENTS_OF_TYPES: Partial<Record<ActivityType, string>> = {
  'email.sent': 'email.sent',
  'email.delivered': 'email.delivery',
  'email.opened': 'email.open',
  'email.clicked': 'email.click',
  'email.bounced': 'email.bounce',
  'email.complaint': 'email.complaint',
  'email.failed': 'email.failed',
  'email.received': 'email.received',
  'contact.subscribed': 'contact.subscribed',
  'contact.unsubscribed': 'contact.unsubscribed',
  'workflow.ignored': IGNORED_TRIGGER,
}

/** The types of bounces after which a recipient does not count as bounced, in any list or counter. */
export const TRANSIENT_BOUNCES = ['Transient', 'Undetermined'] as const

const TYPES_OF_EVENTS = new Map(Object.entries(EVENTS_OF_TYPES).map(([type, name]) => [name, type as ActivityType]))

/** The type under which the feed lists an event. A refused chain of events is a failed workflow. */
export function activityTypeOf({ name, data }: { name: string; data: Record<string, unknown> }): ActivityType {
  if (name === REFUSED_CHAIN && data['reason'] === 'loop') return 'workflow.failed'
  return TYPES_OF_EVENTS.get(name) ?? 'event.triggered'
}

/** A place in the feed; `id` is that of an item. */
export interface ActivityPlace {
  at: Date
  id: string
}

/** Sorts items: the newest first, and items of one moment by their ids. */
export function newestFirst(one: ActivityPlace, other: ActivityPlace): number {
  const apart = other.at.getTime() - one.at.getTime()
  if (apart !== 0) return apart
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0
}
