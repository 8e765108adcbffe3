import type { ClientSession } from 'mongoose'
import { v5 } from 'uuid'
import {
  applyFact,
  ENGAGEMENT_EVENTS,
  engagementKey,
  type EmailFact,
  type EngagementFact,
  type EngagementHits,
  type FactEffect,
  type KnownEmail,
} from '../../../models/domain/email-facts.js'
import { Event } from '../../../models/event.js'
import { updateEach } from '../../../models/update-each.js'

/**
 * The most events of opens that an email has; the same number holds for clicks, and for persons and machines
 * separately.
 */
export const MAX_ENGAGEMENT_EVENTS = 200

// The namespace of the ids of email events. The id of an event derives from its fact, so that a repeated fact adds no
// event.
const EVENT_NAMESPACE = 'b6a1b0f2-3c0a-5d0e-9d7e-4b1f6f0f8a11'
// An event remembers this many keys of hits, and an email as many beyond its events. An older hit that a notification
// repeats would be counted again.
const MAX_KEYS = 100
// The fields of an email that count its events.
const EVENT_COUNTERS = {
  opened: { person: 'openEvents', machine: 'machineOpenEvents' },
  clicked: { person: 'clickEvents', machine: 'machineClickEvents' },
} as const

/** The keys of the hits of stored events, by the ids of the events. */
export type StoredEngagement = ReadonlyMap<string, string[]>

/** More hits of a stored event. */
export interface EventUpdate {
  id: string
  projectId: string
  added: number
  /** The new total of the email's opens or clicks, by the field of the event's data. Empty for machines. */
  totals: Record<string, number>
  hitKeys: string[]
}

/**
 * The effect of an open or click: a new event with `hitKeys`, or the `update` of a stored event; neither beyond the
 * ceiling.
 */
export interface EngagementEffect {
  effect: FactEffect
  /** The number of hits that were not counted before. */
  added?: number
  hitKeys?: string[]
  update?: EventUpdate
}

/** Whether a fact is an open or click. */
export function isEngagement(fact: EmailFact): fact is EngagementFact {
  return 'isMachine' in fact
}

/** The id of the event that a fact creates. */
export function eventIdOf(fact: EmailFact, name: string): string {
  const key = isEngagement(fact) && !fact.isUntimed ? engagementKey(fact) : fact.key
  return v5(`${fact.emailId}:${name}:${key}`, EVENT_NAMESPACE)
}

/** The facts, in which one fact stands for all hits that share an event. */
export function joinHits(facts: readonly EmailFact[]): EmailFact[] {
  const byEvent = new Map<string, EmailFact>()
  for (const [index, fact] of facts.entries()) {
    const key = isEngagement(fact) ? engagementId(fact) : String(index)
    const before = byEvent.get(key)
    if (before && isEngagement(before) && isEngagement(fact)) {
      const at = before.at < fact.at ? before.at : fact.at
      byEvent.set(key, { ...before, at, hits: join(hitsOf(before), hitsOf(fact)) })
    } else byEvent.set(key, fact)
  }
  return [...byEvent.values()]
}

/** Reads the keys of the hits of the stored events of opens and clicks. */
export async function findEngagement(facts: readonly EmailFact[], session: ClientSession): Promise<StoredEngagement> {
  const engaged = facts.filter(isEngagement)
  if (engaged.length === 0) return new Map()
  const _id = { $in: engaged.map(engagementId) }
  const projectId = { $in: [...new Set(engaged.map((fact) => fact.projectId))] }
  const events = await Event.find({ _id, projectId }, { hitKeys: 1 }, { session }).lean()
  return new Map(events.map((event) => [event._id, event.hitKeys ?? []]))
}

/**
 * The effect of an open or click. Null when all of its hits are counted already, or when they are of machines beyond
 * the ceiling. The email counts its events, so that concurrent transactions cannot exceed the ceiling together.
 */
export function applyEngagement(
  email: KnownEmail,
  fact: EngagementFact,
  stored: StoredEngagement,
): EngagementEffect | null {
  const id = engagementId(fact)
  const ofEvent = stored.get(id)
  const counter = EVENT_COUNTERS[fact.kind][fact.isMachine ? 'machine' : 'person']
  const events = email[counter] ?? 0
  if (!ofEvent && events >= MAX_ENGAGEMENT_EVENTS) return applyBeyond(email, fact)
  const { keys: hitKeys, added } = addHits(ofEvent ?? [], hitsOf(fact))
  const effect = added === 0 ? null : applyFact(email, fact, added)
  if (!effect) return null
  if (!ofEvent) return { effect: { ...effect, set: { ...effect.set, [counter]: events + 1 } }, added, hitKeys }
  const { opens, clicks } = effect.set
  const totals = { ...(opens === undefined ? {} : { opens }), ...(clicks === undefined ? {} : { clicks }) }
  return {
    effect: withoutEvent(effect, fact),
    added,
    update: { id, projectId: fact.projectId, added, totals, hitKeys },
  }
}

function applyBeyond(email: KnownEmail, fact: EngagementFact): EngagementEffect | null {
  if (fact.isMachine) return null
  const { keys, added } = addHits(email.keysWithoutEvent ?? [], hitsOf(fact))
  const effect = added === 0 ? null : applyFact(email, fact, added)
  if (!effect) return null
  const set = { ...effect.set, ...(keys.length > 0 ? { keysWithoutEvent: keys } : {}) }
  return { effect: { ...withoutEvent(effect, fact), set }, added }
}

function withoutEvent(effect: FactEffect, { kind }: EngagementFact): FactEffect {
  return { ...effect, events: effect.events.filter(({ name }) => name !== ENGAGEMENT_EVENTS[kind]) }
}

/** Adds hits to stored events. */
export async function addToEvents(updates: readonly EventUpdate[], session: ClientSession): Promise<void> {
  if (updates.length === 0) return
  await updateEach(
    Event,
    updates.map(({ id, projectId, added, totals, hitKeys }) => ({
      filter: { _id: id, projectId },
      update: {
        $inc: { 'data.count': added },
        $set: {
          ...(hitKeys.length > 0 ? { hitKeys } : {}),
          ...Object.fromEntries(Object.entries(totals).map(([name, total]) => [`data.${name}`, total])),
        },
      },
    })),
    session,
  )
}

function engagementId(fact: EngagementFact): string {
  return eventIdOf(fact, ENGAGEMENT_EVENTS[fact.kind])
}

function hitsOf({ hits, key }: EngagementFact): EngagementHits {
  return hits ?? { count: 0, keys: [key] }
}

function join(one: EngagementHits, other: EngagementHits): EngagementHits {
  return { count: one.count + other.count, keys: [...one.keys, ...other.keys] }
}

/** The latest keys of the known and the new hits, and the number of new hits. */
function addHits(known: readonly string[], { count, keys }: EngagementHits): { keys: string[]; added: number } {
  const all = new Set([...known, ...keys])
  return { keys: [...all].slice(-MAX_KEYS), added: count + all.size - known.length }
}
