// Characters that are not visible. `Default_Ignorable_Code_Point` holds fillers and variation selectors.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The name of the events that record an ignored trigger. Such events start nothing. */
export const IGNORED_TRIGGER = 'workflow.ignored'

/** The name of the events that record a chain of executions which was too long. Such events start nothing. */
export const REFUSED_CHAIN = 'workflow.failed'

/** An event that the service itself records. */
export interface SystemEvent {
  name: string
  /** One sentence on when it is recorded. */
  description: string
  /** Whether it starts workflows, ends waits and counts in the activity of its contact, or is only recorded. */
  hasEffects: boolean
}

const systemEvent = (name: string, description: string): SystemEvent => ({ name, description, hasEffects: true })

/**
 * The events that the service itself records, besides those of segments. The names that are reserved, the offers of
 * `GET /events/names` and the table in `docs/api.md` follow from this list.
 */
export const SYSTEM_EVENTS: readonly SystemEvent[] = [
  systemEvent('email.sent', 'The provider accepted an email to the contact.'),
  systemEvent('email.delivery', "The contact's mail server accepted an email."),
  systemEvent('email.delay', "The contact's mail server delayed the delivery of an email."),
  systemEvent('email.open', 'The contact opened an email.'),
  systemEvent('email.click', 'The contact clicked a link in an email.'),
  systemEvent('email.bounce', 'An email to the contact bounced, permanently or temporarily.'),
  systemEvent('email.complaint', 'The contact marked an email as spam.'),
  systemEvent('email.failed', 'An email to the contact failed to send.'),
  systemEvent('email.received', 'The project received an email from the contact.'),
  systemEvent('contact.subscribed', 'The contact changed to subscribed.'),
  systemEvent('contact.unsubscribed', 'The contact changed to unsubscribed.'),
  {
    name: IGNORED_TRIGGER,
    description: 'The contact did not enter a workflow again because re-entry is off.',
    hasEffects: false,
  },
  {
    name: REFUSED_CHAIN,
    description: 'The contact did not enter a workflow because the chain of workflows was too long.',
    hasEffects: false,
  },
]

/** The name of the events of contacts that enter or leave a segment. */
export function segmentEventName(slug: string, kind: 'entry' | 'exit'): string {
  return `segment.${slug}.${kind}`
}

/** The events of the members of a segment. A segment records them while it tracks its members. */
export function segmentEvents({ slug, name }: { slug: string; name: string }): SystemEvent[] {
  return [
    systemEvent(segmentEventName(slug, 'entry'), `The contact joined the segment “${name}”.`),
    systemEvent(segmentEventName(slug, 'exit'), `The contact left the segment “${name}”.`),
  ]
}

/** The begin of the names of which all are reserved. */
export const RESERVED_PREFIX = 'email.'

/** The other reserved names, without those of segments. Projects may have a `workflow.failed` of their own. */
export const RESERVED_NAMES: readonly string[] = SYSTEM_EVENTS.map(({ name }) => name).filter(
  (name) => !name.startsWith(RESERVED_PREFIX) && name !== REFUSED_CHAIN,
)

const literal = (name: string): string => name.replaceAll('.', String.raw`\.`)

/** The names that are reserved for events of the service. */
// linear: the alternatives are literals, and the one that repeats a character is bounded by `^` and `$`.
export const RESERVED_EVENTS = new RegExp(
  String.raw`^(?:${literal(RESERVED_PREFIX)}|segment\..+\.(?:entry|exit)$|(?:${RESERVED_NAMES.map(literal).join('|')})$)`,
  's',
)

/** Whether an event name is reserved for events of the service. */
export function isReservedEvent(name: string): boolean {
  return RESERVED_EVENTS.test(name)
}

/**
 * Whether a name is not reserved but looks like a reserved name: in another letter case, or with other forms of the
 * same characters (Unicode Standard Annex 15, NFKC), such as `EMAIL.CLICK`. Such a name would deceive a reader of a
 * list of events.
 */
export function isLookAlike(name: string): boolean {
  const plain = name.normalize('NFKC').toLowerCase().trim()
  return plain !== name && isReservedEvent(plain) && !isReservedEvent(name)
}

/** Whether a name has control or invisible characters, so that two names could look the same. */
export function hasInvisible(name: string): boolean {
  return INVISIBLE.test(name)
}
