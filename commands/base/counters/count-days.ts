import type { ClientSession } from 'mongoose'
import {
  ALL_DAYS,
  DailyCount,
  dailyCountId,
  eventPartsId,
  SENT_COUNTERS,
  type EmailCounter,
} from '../../../models/daily-count.js'
import { partOf, quarterOf } from '../../../models/domain/day-parts.js'
import { escapeKey } from '../../../models/domain/fields.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import { updateEach, type Update } from '../../../models/update-each.js'
import { outcomeOf } from './count-by-origin.js'
import { originUpdates } from './count-origins.js'

/** The additions to one document of counters. */
interface Sum {
  projectId: string
  set: Record<string, string>
  inc: Record<string, number>
}

/**
 * Adds the events and emails of outbox entries to the counters of their days and of the parts of these days. The same
 * transaction deletes the entries, so that each event is counted once. Entries of projects that are not among the
 * `existing` ones count nothing. Returns the ids of the projects to judge, because their first mails bounced and more
 * were sent now (`awaitSends`).
 */
export async function countDays(
  entries: readonly OutboxEntry[],
  existing: ReadonlySet<string>,
  session: ClientSession,
): Promise<string[]> {
  const counting = entries.filter(({ projectId }) => existing.has(projectId))
  const sums = new Map<string, Sum>()
  for (const entry of counting) addEntry(sums, entry)
  const updates: Update[] = [...sums].map(([_id, { projectId, set, inc }]) => ({
    filter: { _id, projectId },
    update: { $inc: inc, $setOnInsert: set },
    upsert: true as const,
  }))
  // One bulk write for all counters: a send takes no command more because of its origins.
  updates.push(...(await originUpdates(counting, session)))
  if (updates.length === 0) return []
  const sending = [...new Set(counting.filter(hasSent).map(({ projectId }) => projectId))]
  const awaiting = sending.map((projectId) => ({
    filter: { _id: dailyCountId(projectId, ALL_DAYS), projectId, awaitsSends: true },
    update: { $set: { awaitsSends: true } },
  }))
  const { matchedCount, upsertedCount } = await updateEach(DailyCount, [...updates, ...awaiting], session)
  // All other updates match or upsert one document each.
  if (matchedCount + upsertedCount === updates.length) return []
  const ids = sending.map((projectId) => dailyCountId(projectId, ALL_DAYS))
  const waiting = { _id: { $in: ids }, projectId: { $in: sending }, awaitsSends: true }
  const found = await DailyCount.find(waiting, { projectId: 1 }, { session }).lean()
  return found.map(({ projectId }) => projectId)
}

function hasSent({ emailCounts = {} }: OutboxEntry): boolean {
  return SENT_COUNTERS.some((counter) => emailCounts[counter])
}

function addEntry(sums: Map<string, Sum>, { projectId, createdAt, events = [], emailCounts = {} }: OutboxEntry): void {
  const { date, quarter } = quarterOf(createdAt)
  const part = partOf(quarter)
  const adderTo = (_id: string, set: Record<string, string>) => {
    return (field: string, by: number): void => {
      const sum = sums.get(_id) ?? { projectId, set, inc: {} }
      sum.inc[field] = (sum.inc[field] ?? 0) + by
      sums.set(_id, sum)
    }
  }
  const add = adderTo(dailyCountId(projectId, date), { date })
  const addToParts = adderTo(eventPartsId(projectId, date), { partsOf: date })
  const addToAll = adderTo(dailyCountId(projectId, ALL_DAYS), { date: ALL_DAYS })
  for (const { name, isUnlisted = false } of events) {
    add('eventCount', 1)
    add(`parts.events.${part}`, 1)
    // Anybody who sees the public key can make up names, so that those without room would fill the document.
    if (isUnlisted) continue
    const key = escapeKey(name)
    add(`events.${key}`, 1)
    addToParts(`eventParts.${key}.${part}`, 1)
  }
  for (const [counter, by] of Object.entries(emailCounts)) {
    add(`emails.${counter}`, by)
    addToAll(`emails.${counter}`, by)
    const outcome = outcomeOf(counter as EmailCounter)
    if (outcome) add(`parts.${outcome}.${part}`, by)
  }
}
