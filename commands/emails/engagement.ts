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
import { addHits, type NumberedHits } from '../../models/domain/hits.js'
import { Event } from '../../models/event.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'

/** How many opens and how many clicks an email has as events, of persons and of machines each. */
export const MAX_ENGAGEMENT_EVENTS = 200

// The namespace of the ids of email events: each is derived from its fact, so that a repeated fact adds none.
const EVENT_NAMESPACE = 'b6a1b0f2-3c0a-5d0e-9d7e-4b1f6f0f8a11'
// An event remembers the hits of this many sources, and an email those on as many links and sources without an event.
// What an earlier source tells once more, by a spool file or a repeated notification, would be counted again.
const MAX_SOURCES = 100
// The first 48 bits of the id of an event tell it from the others of a message and minute.
const EVENT_CHARS = 13
// The fields of an email that count its events.
const EVENT_COUNTERS = {
  opened: { person: 'openEvents', machine: 'machineOpenEvents' },
  clicked: { person: 'clickEvents', machine: 'machineClickEvents' },
} as const

/** The hits of stored events by the ids of these. */
export type KnownEngagement = ReadonlyMap<string, NumberedHits[]>

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

/** Reads what is stored of the events of opens and clicks. */
export async function findEngagement(facts: readonly EmailFact[], session: ClientSession): Promise<KnownEngagement> {
  const engaged = facts.filter(isEngagement)
  if (engaged.length === 0) return new Map()
  const _id = { $in: engaged.map(engagementId) }
  const projectId = { $in: [...new Set(engaged.map((fact) => fact.projectId))] }
  const stored = await Event.find({ _id, projectId }, { hits: 1 }, { session }).lean()
  return new Map(stored.map((event) => [event._id, event.hits ?? []]))
}

/**
 * What an open or click changes; null when all of its hits are counted, or are of machines beyond the ceiling. The
 * email itself counts its events, so that transactions at the same moment cannot go beyond the ceiling together.
 */
export function applyEngagement(
  email: KnownEmail,
  fact: EngagementFact,
  known: KnownEngagement,
): EngagementEffect | null {
  const id = engagementId(fact)
  const ofEvent = known.get(id)
  const counter = EVENT_COUNTERS[fact.kind][fact.isMachine ? 'machine' : 'person']
  const events = email[counter] ?? 0
  if (!ofEvent && events >= MAX_ENGAGEMENT_EVENTS) return applyBeyond(email, fact)
  const { hits: all, added } = addHits(ofEvent ?? [], hitsOf(fact))
  const effect = added === 0 ? null : applyFact(email, fact, added)
  if (!effect) return null
  const hits = all.slice(-MAX_SOURCES)
  if (!ofEvent) return { effect: { ...effect, set: { ...effect.set, [counter]: events + 1 } }, hits }
  const { opens, clicks } = effect.set
  const totals = { ...(opens === undefined ? {} : { opens }), ...(clicks === undefined ? {} : { clicks }) }
  return { effect: withoutEvent(effect, fact), update: { id, projectId: fact.projectId, added, totals, hits } }
}

// The list of the email is one for all links and the pixel, while a source numbers the hits of each from 0.
function applyBeyond(email: KnownEmail, fact: EngagementFact): EngagementEffect | null {
  if (fact.isMachine) return null
  const event = engagementId(fact).slice(0, EVENT_CHARS)
  const own = hitsOf(fact).map(({ source, ranges }) => ({ source: `${source}:${event}`, ranges }))
  const { hits, added } = addHits(email.hitsWithoutEvent ?? [], own)
  const effect = added === 0 ? null : applyFact(email, fact, added)
  if (!effect) return null
  const set = { ...effect.set, hitsWithoutEvent: hits.slice(-MAX_SOURCES) }
  return { effect: { ...withoutEvent(effect, fact), set } }
}

function withoutEvent(effect: FactEffect, { kind }: EngagementFact): FactEffect {
  return { ...effect, events: effect.events.filter(({ name }) => name !== ENGAGEMENT_EVENTS[kind]) }
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
