import type { ClientSession } from 'mongoose'
import { ALL_DAYS, DailyCount, dailyCountId } from '../../models/daily-count.js'
import { escapeKey } from '../../models/domain/fields.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { updateEach, type Update } from '../../runtime/mongodb/update-each.js'
import { originUpdates } from './count-origins.js'
import { dayIn } from './day-in.js'

const UTC = 'UTC'

/** The additions to the counters of one day. */
interface Sum {
  projectId: string
  zone: string
  date: string
  inc: Record<string, number>
}

/**
 * Adds the events and emails of outbox entries to the counters of their days. The same transaction deletes the entries,
 * so that each event is counted once. `zones` has the time zones of the projects; a project without one is deleted.
 */
export async function countDays(
  entries: readonly OutboxEntry[],
  zones: ReadonlyMap<string, string>,
  session: ClientSession,
): Promise<void> {
  const sums = new Map<string, Sum>()
  const add = (projectId: string, zone: string, date: string, field: string, by: number): void => {
    const id = dailyCountId(projectId, zone, date)
    const sum = sums.get(id) ?? { projectId, zone, date, inc: {} }
    sum.inc[field] = (sum.inc[field] ?? 0) + by
    sums.set(id, sum)
  }
  for (const { projectId, createdAt, events = [], emailCounts = {} } of entries) {
    const zone = zones.get(projectId)
    if (zone === undefined) continue
    const [date, dateInUtc] = [dayIn(zone, createdAt), dayIn(UTC, createdAt)]
    for (const { name } of events) add(projectId, zone, date, `events.${escapeKey(name)}`, 1)
    for (const [counter, by] of Object.entries(emailCounts)) {
      add(projectId, zone, date, `emails.${counter}`, by)
      if (zone !== UTC) add(projectId, UTC, dateInUtc, `emails.${counter}`, by)
      add(projectId, UTC, ALL_DAYS, `emails.${counter}`, by)
    }
  }
  const updates: Update[] = [...sums].map(([_id, { inc, ...day }]) => ({
    filter: { _id, projectId: day.projectId },
    update: { $inc: inc, $setOnInsert: { zone: day.zone, date: day.date } },
    upsert: true as const,
  }))
  // One bulk write for all counters: a send takes no command more because of its origins.
  updates.push(...(await originUpdates(entries, zones, session)))
  if (updates.length > 0) await updateEach(DailyCount, updates, session)
}
