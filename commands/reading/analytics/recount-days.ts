import { isDeepStrictEqual } from 'node:util'
import {
  DailyCount,
  dailyCountId,
  eventPartsId,
  type CountsByPart,
  type DailyCountRecord,
  type EmailCounter,
  type EmailCounts,
  UNSHOWN_COUNTERS,
} from '../../../models/daily-count.js'
import { daysAfter, daysFrom } from '../../../models/domain/calendar.js'
import { partOf } from '../../../models/domain/day-parts.js'
import { notFound } from '../../../models/domain/errors.js'
import { isReservedEvent } from '../../../models/domain/event-names.js'
import { escapeKey } from '../../../models/domain/fields.js'
import { EventName } from '../../../models/event-name.js'
import { Event } from '../../../models/event.js'
import { Project } from '../../../models/project.js'
import { outcomeOf } from '../../base/counters/count-by-origin.js'
import { dayIn } from '../../base/counters/day-in.js'
import { outcomesOf } from '../../base/counters/read-days.js'

// The longest range of one analytics request.
const DAYS = 90
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000

/** A day in UTC whose counters differ from the events that are stored. */
export interface DayDrift {
  date: string
  is: Counters
  shouldBe: Counters
}

interface Counters {
  emails: Record<string, number>
  eventCount: number
  events: Record<string, number>
}

type EventParts = NonNullable<DailyCountRecord['eventParts']>

/** The counters of a day, with those of its parts. */
interface Counted extends Counters {
  parts: CountsByPart
  eventParts: EventParts
}

/** How often something happened in a quarter of an hour of a day. */
interface Row<Name extends string> {
  _id: { name: Name; quarter: number }
  count: number
}

/**
 * Counts the events of the last ninety days in UTC of a project without today, and yields the days whose counters
 * differ, or whose parts do not add up to them; `repair` corrects them. The new counters lack the events that the
 * retention or a request has deleted. Throws RESOURCE_NOT_FOUND.
 */
export async function* recountDays(
  projectId: string,
  { repair = false } = {},
): AsyncGenerator<DayDrift, void, undefined> {
  if (!(await Project.exists({ _id: projectId }))) throw notFound('project', projectId)
  const registered = (await EventName.find({ projectId }, { name: 1 }).lean()).map(({ name }) => escapeKey(name))
  const today = dayIn('UTC', new Date())
  for (const date of daysFrom(daysAfter(today, -DAYS), daysAfter(today, -1), DAYS)) {
    const stored = await readDay(projectId, date)
    const listed = new Set([...registered, ...Object.keys(stored.events)])
    const { parts, eventParts, ...shouldBe } = await countDay(projectId, date, listed)
    Object.assign(shouldBe.emails, unshownOf(stored.emails))
    const { parts: _parts, eventParts: _eventParts, ...is } = stored
    if (isDeepStrictEqual(is, shouldBe) && addUp(stored)) continue
    if (repair) {
      await storeDay({ _id: dailyCountId(projectId, date), projectId, date }, { ...shouldBe, parts })
      await storeDay({ _id: eventPartsId(projectId, date), projectId, partsOf: date }, { eventParts })
    }
    yield { date, is, shouldBe }
  }
}

async function readDay(projectId: string, date: string): Promise<Counted> {
  const ids = [dailyCountId(projectId, date), eventPartsId(projectId, date)]
  const found = await DailyCount.find({ _id: { $in: ids }, projectId }).lean()
  const { emails = {}, eventCount = 0, events = {}, parts = {} } = found.find((day) => day.date === date) ?? {}
  const { eventParts = {} } = found.find(({ partsOf }) => partsOf === date) ?? {}
  return { emails: { ...emails }, eventCount, events, parts, eventParts }
}

async function storeDay(
  { _id, projectId, ...day }: Pick<DailyCountRecord, '_id' | 'projectId' | 'date' | 'partsOf'>,
  counters: Partial<Counted>,
): Promise<void> {
  const update = { $set: counters, $setOnInsert: day }
  await DailyCount.collection.updateOne({ _id, projectId }, update, { upsert: true })
}

/** Whether the parts of a day add up to its counters. */
function addUp({ emails, eventCount, events, parts, eventParts }: Counted): boolean {
  const sum = (counts: Record<string, number> = {}): number => Object.values(counts).reduce((all, one) => all + one, 0)
  const totals = { ...outcomesOf(emails), events: eventCount }
  return (
    Object.entries(totals).every(([name, total]) => sum(parts[name as keyof typeof totals]) === total) &&
    Object.entries(events).every(([name, total]) => sum(eventParts[name]) === total)
  )
}

// Nothing else shows what these counters have counted, so that the stored ones stay.
function unshownOf(emails: EmailCounts = {}): EmailCounts {
  return Object.fromEntries(
    UNSHOWN_COUNTERS.flatMap((counter) => {
      const count = emails[counter]
      return count === undefined ? [] : [[counter, count]]
    }),
  )
}

async function countDay(projectId: string, date: string, listed: ReadonlySet<string>): Promise<Counted> {
  const day: Counted = { emails: {}, eventCount: 0, events: {}, parts: {}, eventParts: {} }
  const { names, counters } = await readEvents(projectId, new Date(date))
  for (const { _id, count } of names) {
    day.eventCount += count
    addTo((day.parts.events ??= {}), partOf(_id.quarter), count)
    const key = escapeKey(_id.name)
    // Events whose names have no room are counted without them.
    if (!listed.has(key) && !isReservedEvent(_id.name)) continue
    addTo(day.events, key, count)
    addTo((day.eventParts[key] ??= {}), partOf(_id.quarter), count)
  }
  for (const { _id, count } of counters) {
    addTo(day.emails, _id.name, count)
    const outcome = outcomeOf(_id.name)
    if (outcome) addTo((day.parts[outcome] ??= {}), partOf(_id.quarter), count)
  }
  return day
}

async function readEvents(projectId: string, from: Date) {
  // Silent events are recorded and not counted, such as those of tests and of machines.
  const within = {
    projectId,
    createdAt: { $gte: from, $lt: new Date(from.getTime() + DAY_MS) },
    isSilent: { $ne: true },
  }
  const quarter = { $toInt: { $floor: { $divide: [{ $subtract: ['$createdAt', from] }, QUARTER_MS] } } }
  const [names, counters] = await Promise.all([
    Event.aggregate<Row<string>>([
      { $match: within },
      { $group: { _id: { name: '$name', quarter }, count: { $sum: 1 } } },
    ]),
    Event.aggregate<Row<EmailCounter>>([
      { $match: { ...within, counted: { $exists: true } } },
      { $unwind: '$counted' },
      { $group: { _id: { name: '$counted', quarter }, count: { $sum: 1 } } },
    ]),
  ])
  return { names, counters }
}

function addTo(counts: Record<string, number>, key: string | number, by: number): void {
  counts[key] = (counts[key] ?? 0) + by
}
