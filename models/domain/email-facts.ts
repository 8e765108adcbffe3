import { movesForward, type EmailStatus } from './email-status.js'

/** Something that became known of a message. `key` names the news itself, so that repeating it adds no event. */
export type EmailFact = FactOf &
  (
    | { kind: 'sent'; messageId: string | null }
    | { kind: 'delivered'; messageId: string | null }
    | { kind: 'bounced'; messageId: string | null; bounceType: BounceType; bounceSubType: string }
    | { kind: 'complained'; messageId: string | null; feedbackType: string | null }
    | { kind: 'failed'; reason: string }
    | { kind: 'suppressed' }
    | { kind: 'skipped'; reason: string }
  )

interface FactOf {
  projectId: string
  emailId: string
  at: Date
  key: string
}

export type BounceType = 'Permanent' | 'Transient' | 'Undetermined'

/** What is known of the message so far. */
export interface KnownEmail {
  status: EmailStatus
  messageId: string | null
  sentAt: Date | null
  deliveredAt: Date | null
  bouncedAt: Date | null
  complainedAt: Date | null
  error: string | null
}

/** What the news changes. */
export interface FactEffect {
  set: Partial<KnownEmail>
  events: { name: string; data: Record<string, unknown> }[]
  counters: ('sentCount' | 'deliveredCount' | 'bouncedCount' | 'complainedCount' | 'failedCount' | 'skippedCount')[]
  /** The address must not be mailed again, and its contact is unsubscribed. */
  suppress: 'BOUNCE' | 'COMPLAINT' | null
}

/**
 * Works out what a fact changes of a message, or null when it is no news. Facts come in any order and more
 * than once: a delivery before our own note of the hand-over implies that note.
 */
export function applyFact(email: KnownEmail, fact: EmailFact): FactEffect | null {
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

type SentLike = Extract<EmailFact, { messageId: string | null }>

function applySent(email: KnownEmail, fact: SentLike): FactEffect | null {
  if (!email.sentAt) {
    return {
      set: { sentAt: fact.at, messageId: email.messageId ?? fact.messageId, error: null, ...forward(email, 'SENT') },
      events: [{ name: 'email.sent', data: { sentAt: fact.at } }],
      counters: ['sentCount'],
      suppress: null,
    }
  }
  // The provider's event came first and our own note brings the id, or the other way round.
  if (!email.messageId && fact.messageId) {
    return { set: { messageId: fact.messageId }, events: [], counters: [], suppress: null }
  }
  return null
}

function applyBounce(email: KnownEmail, fact: Extract<EmailFact, { kind: 'bounced' }>): FactEffect | null {
  const data = { bounceType: fact.bounceType, bounceSubType: fact.bounceSubType, bouncedAt: fact.at }
  const events = [{ name: 'email.bounce', data }]
  if (fact.bounceType !== 'Permanent') return withSent(email, fact, { set: {}, events, counters: [], suppress: null })
  if (email.bouncedAt) return null
  return withSent(email, fact, {
    set: { bouncedAt: fact.at, ...forward(email, 'BOUNCED') },
    events,
    counters: ['bouncedCount'],
    suppress: 'BOUNCE',
  })
}

function withSent(email: KnownEmail, fact: SentLike, effect: FactEffect): FactEffect {
  const sent = applySent(email, fact)
  if (!sent) return effect
  return {
    set: { ...sent.set, ...effect.set },
    events: [...sent.events, ...effect.events],
    counters: [...sent.counters, ...effect.counters],
    suppress: effect.suppress,
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

function forward(email: KnownEmail, status: EmailStatus): { status?: EmailStatus } {
  return movesForward(email.status, status) ? { status } : {}
}
