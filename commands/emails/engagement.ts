import type { ClientSession } from 'mongoose'
import { v5 } from 'uuid'
import {
  applyFact,
  ENGAGEMENT_EVENTS,
  engagementKey,
  type EmailFact,
  type EngagementFact,
  type FactEffect,
  type KnownEmail,
} from '../../models/domain/email-facts.js'
import { groupBy } from '../../models/domain/group-by.js'
import { addHits, type NumberedHits } from '../../models/domain/hits.js'
import type { EmailRecord } from '../../models/email.js'
import { Event } from '../../models/event.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

/** How many opens and how many clicks an email has as events, of persons and of machines each. */
export const MAX_ENGAGEMENT_EVENTS = 200

// The namespace of the ids of email events: each is derived from its fact, so that a repeated fact adds none.
const EVENT_NAMESPACE = 'b6a1b0f2-3c0a-5d0e-9d7e-4b1f6f0f8a11'
// An event remembers the hits of this many sources. What an earlier source tells once more, by a spool file or a repeated
// notification, would be counted again.
const MAX_SOURCES = 100

/** What is stored of opens and clicks already. */
export interface KnownEngagement {
  /** The hits of stored events by the ids of these. */
  hits: ReadonlyMap<string, NumberedHits[]>
  /** How many events more an email may have of a kind (see `kindOf`), where it may be fewer than are to come. */
  room: Map<string, number>
}

/** More hits of a stored event. */
export interface EventUpdate {
  id: string
  projectId: string
  added: number
  /** The field of its data with the total of the email, and the total; none for machines. */
  totals: Record<string, number>
  hits: NumberedHits[]
}

/** What an open or click changes: an event of its own with its hits, or a stored one that takes them in. */
export interface EngagementEffect {
  effect: FactEffect
  hits?: NumberedHits[]
  update?: EventUpdate
}

/** Whether a fact is an open or click. */
export function isEngagement(fact: EmailFact): fact is EngagementFact {
  return 'isMachine' in fact
}

/** The id of an event that a fact makes. */
export function eventIdOf(fact: EmailFact, name: string): string {
  const key = isEngagement(fact) && !fact.isUntimed ? engagementKey(fact) : fact.key
  return v5(`${fact.emailId}:${name}:${key}`, EVENT_NAMESPACE)
}

/** The same facts with one for all hits that share an event. */
export function joinHits(facts: readonly EmailFact[]): EmailFact[] {
  const joined = new Map<string, EmailFact>()
  for (const [index, fact] of facts.entries()) {
    const key = isEngagement(fact) ? engagementId(fact) : String(index)
    const before = joined.get(key)
    if (before && isEngagement(before) && isEngagement(fact)) {
      const at = before.at < fact.at ? before.at : fact.at
      joined.set(key, { ...before, at, hits: addHits(hitsOf(before), hitsOf(fact)).hits })
    } else joined.set(key, fact)
  }
  return [...joined.values()]
}

/** Reads what is stored of the opens and clicks of facts. The ceiling is looked at only where a message may have reached it. */
export async function findEngagement(
  facts: readonly EmailFact[],
  emails: ReadonlyMap<string, EmailRecord>,
  session: ClientSession,
): Promise<KnownEngagement> {
  const engaged = facts.filter(isEngagement)
  if (engaged.length === 0) return { hits: new Map(), room: new Map() }
  const _id = { $in: engaged.map(engagementId) }
  const projectId = { $in: [...new Set(engaged.map((fact) => fact.projectId))] }
  const stored = await Event.find({ _id, projectId }, { hits: 1 }, { session }).lean()
  const hits = new Map(stored.map((event) => [event._id, event.hits ?? []]))
  const unstored = groupBy(
    engaged.filter((fact) => !hits.has(engagementId(fact))),
    kindOf,
  )
  const unsure = [...unstored.values()].flatMap((of) => {
    const [fact] = of
    return fact && mayBeFull(fact, of.length, emails.get(fact.emailId)) ? [fact] : []
  })
  return { hits, room: await findRoom(unsure, session) }
}

/**
 * What an open or click changes; null when all of its hits are counted, or are of machines beyond the ceiling. A new event
 * takes its room.
 */
export function applyEngagement(
  email: KnownEmail,
  fact: EngagementFact,
  known: KnownEngagement,
): EngagementEffect | null {
  const id = engagementId(fact)
  const ofEvent = known.hits.get(id)
  const room = known.room.get(kindOf(fact)) ?? Infinity
  const isBeyond = !ofEvent && room <= 0
  const before = ofEvent ?? (isBeyond ? email.hitsWithoutEvent : []) ?? []
  const { hits: all, added } = addHits(before, hitsOf(fact))
  const effect = added === 0 || (isBeyond && fact.isMachine) ? null : applyFact(email, fact, added)
  if (!effect) return null
  const hits = all.slice(-MAX_SOURCES)
  if (!ofEvent && !isBeyond) {
    known.room.set(kindOf(fact), room - 1)
    return { effect, hits }
  }
  const events = effect.events.filter(({ name }) => name !== ENGAGEMENT_EVENTS[fact.kind])
  if (isBeyond) return { effect: { ...effect, events, set: { ...effect.set, hitsWithoutEvent: hits } } }
  const { opens, clicks } = effect.set
  const totals = { ...(opens === undefined ? {} : { opens }), ...(clicks === undefined ? {} : { clicks }) }
  return { effect: { ...effect, events }, update: { id, projectId: fact.projectId, added, totals, hits } }
}

/** Adds hits to stored events. */
export async function addToEvents(updates: readonly EventUpdate[], session: ClientSession): Promise<void> {
  if (updates.length === 0) return
  await updateEach(
    Event,
    updates.map(({ id, projectId, added, totals, hits }) => ({
      filter: { _id: id, projectId },
      update: {
        $inc: { 'data.count': added },
        $set: { hits, ...Object.fromEntries(Object.entries(totals).map(([name, total]) => [`data.${name}`, total])) },
      },
    })),
    session,
  )
}

function engagementId(fact: EngagementFact): string {
  return eventIdOf(fact, ENGAGEMENT_EVENTS[fact.kind])
}

function hitsOf({ hits, key }: EngagementFact): readonly NumberedHits[] {
  return hits ?? [{ source: key, ranges: [[0, 0]] }]
}

function kindOf({ emailId, kind, isMachine }: Pick<EngagementFact, 'emailId' | 'kind' | 'isMachine'>): string {
  return `${emailId}:${kind}:${isMachine}`
}

// Each event of a person is a hit at least. The hits of machines are counted nowhere.
function mayBeFull({ kind, isMachine }: EngagementFact, added: number, email: EmailRecord | undefined): boolean {
  if (!email) return false
  return isMachine || (kind === 'clicked' ? email.clicks : email.opens) + added > MAX_ENGAGEMENT_EVENTS
}

async function findRoom(facts: readonly EngagementFact[], session: ClientSession): Promise<Map<string, number>> {
  if (facts.length === 0) return new Map()
  const counts = await Event.aggregate<{ _id: { emailId: string; name: string; isMachine: boolean }; count: number }>([
    {
      $match: {
        emailId: { $in: [...new Set(facts.map(({ emailId }) => emailId))] },
        projectId: { $in: [...new Set(facts.map(({ projectId }) => projectId))] },
        name: { $in: Object.values(ENGAGEMENT_EVENTS) },
      },
    },
    {
      $group: {
        _id: { emailId: '$emailId', name: '$name', isMachine: { $eq: ['$data.machine', true] } },
        count: { $sum: 1 },
      },
    },
  ])
    // The planner would take an index of the project for as good while there are few events.
    .hint({ emailId: 1, createdAt: 1, _id: 1 })
    .session(session)
  const stored = new Map(
    counts.map(({ _id: { emailId, name, isMachine }, count }) => [`${emailId}:${name}:${isMachine}`, count]),
  )
  return new Map(
    facts.map((fact) => {
      const name = `${fact.emailId}:${ENGAGEMENT_EVENTS[fact.kind]}:${fact.isMachine}`
      return [kindOf(fact), MAX_ENGAGEMENT_EVENTS - (stored.get(name) ?? 0)]
    }),
  )
}
