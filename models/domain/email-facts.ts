import { movesForward, type EmailStatus } from './email-status.js'

/** A fact about a message, such as its delivery. `key` identifies the fact, so that a repeated fact adds no event. */
export type EmailFact = FactBase &
  /** `subject` is the rendered subject of the recipient's message. */
  (
    | (OfSent & { kind: 'sent'; subject?: string })
    | (OfSent & { kind: 'delivered' })
    /** The recipient's server does not accept the message yet. */
    | (OfSent & { kind: 'delayed'; delayType: string })
    | (OfSent & { kind: 'bounced'; bounceType: BounceType; bounceSubType: string })
    | (OfSent & { kind: 'complained'; feedbackType: string | null })
    | OpenedOrClicked
    /** The recipient unsubscribed by a list of the provider. */
    | (OfSent & { kind: 'unsubscribed' })
    /** The provider accepted the message and will not send it. */
    | { kind: 'rejected'; reason: RejectReason }
    | { kind: 'failed'; reason: string }
    | { kind: 'suppressed' }
    | { kind: 'skipped'; reason: string }
  )

/** The reasons for which the provider did not send a message that it had accepted. */
export const REJECT_REASONS = ['rejected', 'rendering_failed'] as const

type RejectReason = (typeof REJECT_REASONS)[number]

/** Fields of facts about a sent message: the provider's id, which for SES is also stored as the id of SES. */
interface OfSent {
  messageId: string | null
  sesMessageId?: string
}

/** An open or a click, by the recipient or by a machine such as a mail proxy. */
export type EngagementFact = Extract<EmailFact, { isMachine: boolean }>

type OpenedOrClicked = Engaged & ({ kind: 'opened' } | { kind: 'clicked'; link: string })

interface Engaged extends OfSent {
  isMachine: boolean
  /** The hits that the fact counts, all of one event. If omitted, the fact is one hit, which its key names. */
  hits?: EngagementHits
  /**
   * Whether the provider gives no time, or one in the future. A repeated notification then has another time of receipt,
   * so the key names the event.
   */
  isUntimed?: true
}

/** The hits on a tracked link or a pixel that an open or click counts. */
export interface EngagementHits {
  /** The number of hits that the caller records once, by marks of its own. */
  count: number
  /** The keys of hits that a provider reports, perhaps more than once. */
  keys: readonly string[]
}

/** Names of the events for opens and clicks. */
export const ENGAGEMENT_EVENTS = { opened: 'email.open', clicked: 'email.click' } as const

const MINUTE_MS = 60_000

/**
 * The name of the event of an open or click within its message. All hits of persons on one link or the pixel within a
 * minute of the clock are one event, and all hits of machines are another.
 */
export function engagementKey(
  hit: { at: Date; isMachine: boolean } & ({ kind: 'opened' } | { kind: 'clicked'; link: string }),
): string {
  const minute = Math.floor(hit.at.getTime() / MINUTE_MS)
  return `${minute}:${hit.isMachine ? 'machine' : 'person'}:${hit.kind}:${hit.kind === 'clicked' ? hit.link : ''}`
}

interface FactBase {
  projectId: string
  emailId: string
  at: Date
  key: string
}

export type BounceType = 'Permanent' | 'Transient' | 'Undetermined'

/** The fields of an email that facts change. */
export interface KnownEmail {
  status: EmailStatus
  /** The template of the subject, until the message is rendered. */
  subject?: string
  messageId: string | null
  /** The id that SES gave the message. Ids of other providers do not lead from a notification to its email. */
  sesMessageId?: string
  sentAt: Date | null
  deliveredAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  bouncedAt: Date | null
  /** The time of the first transient bounce; absent: none. */
  softBouncedAt?: Date
  complainedAt: Date | null
  /** The time of the latest event by which the provider's own list unsubscribed the contact; absent: none. */
  providerUnsubscribedAt?: Date
  opens: number
  clicks: number
  /** The number of events for opens and clicks, of persons and of machines; absent: none. */
  openEvents?: number
  clickEvents?: number
  machineOpenEvents?: number
  machineClickEvents?: number
  /** The latest keys that are counted without an event, because the email has the most events that it may have. */
  keysWithoutEvent?: string[]
  /** The links of a campaign that the recipient has followed, by their names; absent: none. */
  followedLinks?: string[]
  error: string | null
}

/** The changes that a fact causes: fields of the email, events, counters, and the suppression of the address. */
export interface FactEffect {
  set: Partial<KnownEmail>
  events: FactEvent[]
  counters: FactCounter[]
  /** Counters to decrease, because they counted the message as withheld before the provider reported it as sent. */
  takenBack?: FactCounter[]
  /** Suppresses the address for this reason and unsubscribes its contact. */
  suppress: 'BOUNCE' | 'COMPLAINT' | null
  /** Counts towards a pause of the address. `vague` means that the bounce may be the reply of an absent recipient. */
  softBounce?: 'plain' | 'vague'
}

/** An event to store. A silent event triggers neither workflows nor waits. */
export interface FactEvent {
  name: string
  data: Record<string, unknown>
  isSilent?: boolean
  /** The counts of the event in the activity of the contact, by event name; by default one under its own name. */
  activity?: Record<string, number>
}

type FactCounter =
  | 'sentCount'
  | 'deliveredCount'
  | 'openedCount'
  | 'clickedCount'
  | 'bouncedCount'
  | 'complainedCount'
  | 'failedCount'
  | 'skippedCount'

/**
 * Computes the changes that a fact makes to an email; null when the email already reflects the fact. Facts arrive in
 * any order and more than once. A delivery, bounce, complaint, open or click implies that the message was sent, so such
 * a fact includes the changes of a missing `sent`. `count` is the number of hits of an open or click.
 */
export function applyFact(email: KnownEmail, fact: EmailFact, count = 1): FactEffect | null {
  switch (fact.kind) {
    case 'sent':
      return applySent(email, fact)
    case 'delivered':
      if (email.deliveredAt) return null
      return withSent(email, fact, {
        set: { deliveredAt: fact.at, ...forward(email, 'DELIVERED') },
        events: [{ name: 'email.delivery', data: { deliveredAt: fact.at } }],
        counters: ['deliveredCount'],
        suppress: null,
      })
    case 'delayed': {
      const data = { delayType: fact.delayType, delayedAt: fact.at }
      return withSent(email, fact, { set: {}, events: [{ name: 'email.delay', data }], counters: [], suppress: null })
    }
    case 'bounced':
      return applyBounce(email, fact)
    case 'complained':
      if (email.complainedAt) return null
      return withSent(email, fact, {
        set: { complainedAt: fact.at, ...forward(email, 'COMPLAINED') },
        events: [
          { name: 'email.complaint', data: { complainedAt: fact.at, complaintFeedbackType: fact.feedbackType } },
        ],
        counters: ['complainedCount'],
        suppress: 'COMPLAINT',
      })
    case 'opened':
      return applyOpened(email, fact, count)
    case 'clicked':
      return applyClicked(email, fact, count)
    case 'unsubscribed':
      // The contact may have subscribed again between two reports of one event.
      if (email.providerUnsubscribedAt && email.providerUnsubscribedAt >= fact.at) return null
      return withSent(email, fact, {
        set: { providerUnsubscribedAt: fact.at },
        events: [],
        counters: [],
        suppress: null,
      })
    case 'rejected':
      return applyRejected(email, fact.reason)
    case 'failed':
      return withheld(email, 'FAILED', fact.reason, 'failedCount')
    case 'suppressed':
      return withheld(email, 'SUPPRESSED', 'suppressed', 'skippedCount')
    case 'skipped':
      return withheld(email, 'SKIPPED', fact.reason, 'skippedCount')
    default:
      return fact satisfies never
  }
}

type SentLike = Extract<EmailFact, OfSent>

// The notification of a rejection comes before or after the notification that the provider accepted the message. In
// both cases the message counts as failed, and no longer as sent.
function applyRejected(email: KnownEmail, reason: RejectReason): FactEffect | null {
  if (email.status === 'FAILED' || movesForward('SENT', email.status)) return null
  // Conditions may also ask for sent emails, so their count is corrected.
  const activity = { 'email.failed': 1, ...(email.sentAt ? { 'email.sent': -1 } : {}) }
  return {
    set: { status: 'FAILED', error: reason, sentAt: null },
    events: [{ name: 'email.failed', data: { reason }, activity }],
    counters: ['failedCount'],
    takenBack: email.sentAt ? ['sentCount'] : countedAsWithheld(email),
    suppress: null,
  }
}

function isRejected({ status, error }: KnownEmail): boolean {
  return status === 'FAILED' && REJECT_REASONS.some((reason) => reason === error)
}

function applySent(email: KnownEmail, fact: SentLike): FactEffect | null {
  if (isRejected(email)) return null
  if (!email.sentAt) {
    return {
      set: {
        sentAt: fact.at,
        messageId: email.messageId ?? fact.messageId,
        ...idOfSes(email, fact),
        error: null,
        ...rendered(email, fact),
        ...forward(email, 'SENT'),
      },
      events: [{ name: 'email.sent', data: { sentAt: fact.at } }],
      counters: ['sentCount'],
      takenBack: countedAsWithheld(email),
      suppress: null,
    }
  }
  // The provider's notification and its reply to the submission come in either order. The later one may add the message
  // id.
  const changes = {
    ...(!email.messageId && fact.messageId ? { messageId: fact.messageId } : {}),
    ...idOfSes(email, fact),
    ...rendered(email, fact),
  }
  return Object.keys(changes).length === 0 ? null : { set: changes, events: [], counters: [], suppress: null }
}

function idOfSes(email: KnownEmail, { sesMessageId }: SentLike): { sesMessageId?: string } {
  return email.sesMessageId || !sesMessageId ? {} : { sesMessageId }
}

function rendered(email: KnownEmail, fact: SentLike): { subject?: string } {
  const subject = fact.kind === 'sent' ? fact.subject : undefined
  return subject === undefined || subject === email.subject ? {} : { subject }
}

function applyBounce(email: KnownEmail, fact: Extract<EmailFact, { kind: 'bounced' }>): FactEffect | null {
  const data = { bounceType: fact.bounceType, bounceSubType: fact.bounceSubType, bouncedAt: fact.at }
  const events: FactEvent[] = [{ name: 'email.bounce', data }]
  if (fact.bounceType !== 'Permanent') {
    // After the automatic reply of an absent person, or with a full mailbox, the recipient does not count as bounced.
    const notices = events.map((event) => ({ ...event, activity: {} }))
    return withSent(email, fact, { ...softBounceOf(email, fact), events: notices, counters: [], suppress: null })
  }
  if (email.bouncedAt) return null
  return withSent(email, fact, {
    set: { bouncedAt: fact.at, ...forward(email, 'BOUNCED') },
    events,
    counters: ['bouncedCount'],
    suppress: 'BOUNCE',
  })
}

/**
 * A transient bounce counts once for each email. SES also reports the automatic reply of an absent recipient as a
 * transient bounce without a reason, besides the delivery of the message.
 */
function softBounceOf(
  email: KnownEmail,
  fact: Extract<EmailFact, { kind: 'bounced' }>,
): Pick<FactEffect, 'set' | 'softBounce'> {
  if (fact.bounceType !== 'Transient' || email.softBouncedAt || email.bouncedAt) return { set: {} }
  const isVague = fact.sesMessageId !== undefined && fact.bounceSubType === 'General'
  if (isVague && email.deliveredAt) return { set: {} }
  return { set: { softBouncedAt: fact.at }, softBounce: isVague ? 'vague' : 'plain' }
}

function applyOpened(email: KnownEmail, fact: Extract<EmailFact, { kind: 'opened' }>, count: number): FactEffect {
  const about = { openedAt: fact.at, opens: email.opens, isFirstOpen: false, count }
  if (fact.isMachine) return byMachine(ENGAGEMENT_EVENTS.opened, about)
  const opens = email.opens + count
  const data = { ...about, opens, isFirstOpen: email.opens === 0 }
  // An earlier click has already counted as this open.
  const isCounted = email.opens === 0 && email.openedAt !== null
  const activity = { [ENGAGEMENT_EVENTS.opened]: isCounted ? 0 : 1 }
  return withSent(email, fact, {
    set: { opens, ...firstOpening(email, fact.at), ...forward(email, 'OPENED') },
    events: [{ name: ENGAGEMENT_EVENTS.opened, data, activity }],
    counters: email.openedAt ? [] : ['openedCount'],
    suppress: null,
  })
}

function applyClicked(email: KnownEmail, fact: Extract<EmailFact, { kind: 'clicked' }>, count: number): FactEffect {
  const about = { link: fact.link, clickedAt: fact.at, clicks: email.clicks, isFirstClick: false, count }
  if (fact.isMachine) return byMachine(ENGAGEMENT_EVENTS.clicked, about)
  const clicks = email.clicks + count
  const data = { ...about, clicks, isFirstClick: email.clicks === 0 }
  const activity = { [ENGAGEMENT_EVENTS.clicked]: 1, [ENGAGEMENT_EVENTS.opened]: email.openedAt ? 0 : 1 }
  return withSent(email, fact, {
    set: {
      clicks,
      ...(email.clickedAt ? {} : { clickedAt: fact.at }),
      // A click implies an open, because many mail programs load no images. `opens` counts only loads of the pixel.
      ...firstOpening(email, fact.at),
      ...forward(email, 'CLICKED'),
    },
    events: [{ name: ENGAGEMENT_EVENTS.clicked, data, activity }],
    counters: [
      ...(email.openedAt ? [] : (['openedCount'] as const)),
      ...(email.clickedAt ? [] : (['clickedCount'] as const)),
    ],
    suppress: null,
  })
}

// A machine that loads images and follows links says nothing about the recipient. Its event is only recorded.
function byMachine(name: string, data: Record<string, unknown>): FactEffect {
  return { set: {}, events: [{ name, data: { ...data, machine: true }, isSilent: true }], counters: [], suppress: null }
}

function firstOpening(email: KnownEmail, at: Date): { openedAt?: Date } {
  return email.openedAt ? {} : { openedAt: at }
}

function withSent(email: KnownEmail, fact: SentLike, effect: FactEffect): FactEffect {
  const sentEffect = applySent(email, fact)
  if (!sentEffect) return effect
  return {
    set: { ...sentEffect.set, ...effect.set },
    events: [...sentEffect.events, ...effect.events],
    counters: [...sentEffect.counters, ...effect.counters],
    takenBack: sentEffect.takenBack ?? [],
    suppress: effect.suppress,
    ...(effect.softBounce ? { softBounce: effect.softBounce } : {}),
  }
}

function withheld(
  email: KnownEmail,
  status: 'FAILED' | 'SUPPRESSED' | 'SKIPPED',
  error: string,
  counter: 'failedCount' | 'skippedCount',
): FactEffect | null {
  if (!movesForward(email.status, status)) return null
  const events = status === 'FAILED' ? [{ name: 'email.failed', data: { reason: error } }] : []
  return { set: { status, error }, events, counters: [counter], suppress: null }
}

function countedAsWithheld({ status }: KnownEmail): FactCounter[] {
  if (status === 'FAILED') return ['failedCount']
  return status === 'SKIPPED' || status === 'SUPPRESSED' ? ['skippedCount'] : []
}

function forward(email: KnownEmail, status: EmailStatus): { status?: EmailStatus } {
  return movesForward(email.status, status) ? { status } : {}
}
