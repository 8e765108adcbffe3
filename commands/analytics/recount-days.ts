import { isDeepStrictEqual } from 'node:util'
import {
  DailyCount,
  dailyCountId,
  INVITATION_COUNTERS,
  type EmailCounter,
  type EmailCounts,
} from '../../models/daily-count.js'
import { daysAfter, daysFrom, startOfDay } from '../../models/domain/calendar.js'
import { notFound } from '../../models/domain/errors.js'
import { escapeKey } from '../../models/domain/fields.js'
import { Event } from '../../models/event.js'
import { Project } from '../../models/project.js'
import { dayIn } from './day-in.js'

// The longest range of one analytics request.
const DAYS = 90

/** A day whose counters differ from the events that are stored. */
export interface DayDrift {
  date: string
  is: Counters
  shouldBe: Counters
}

type Counters = { emails: Record<string, number>; events: Record<string, number> }

// Events that are recorded and not counted: those of tests, of machines, and of mail that a machine wrote.
const SILENT = [{ 'data.machine': true }, { 'data.sourceType': 'TEST' }, { 'data.isAutomatic': true }]

/**
 * Counts the events of the last ninety days of a project without today, and yields the days whose counters differ;
 * `repair` corrects them. This also fills the counters for the days before the project chose its time zone. The new
 * counters lack the events that the retention or a request has deleted. Throws RESOURCE_NOT_FOUND.
 */
export async function* recountDays(
  projectId: string,
  { repair = false } = {},
): AsyncGenerator<DayDrift, void, undefined> {
  const project = await Project.findById(projectId, { timezone: 1 }).lean()
  if (!project) throw notFound('project', projectId)
  const { timezone: zone } = project
  const today = dayIn(zone, new Date())
  for (const date of daysFrom(daysAfter(today, -DAYS), daysAfter(today, -1), DAYS)) {
    const _id = dailyCountId(projectId, zone, date)
    const stored = await DailyCount.findOne({ _id, projectId }).lean()
    const is: Counters = { emails: { ...stored?.emails }, events: { ...stored?.events } }
    const shouldBe = await countDay(projectId, {
      from: startOfDay(zone, date),
      to: startOfDay(zone, daysAfter(date, 1)),
    })
    Object.assign(shouldBe.emails, invitationsOf(stored?.emails))
    if (isDeepStrictEqual(is, shouldBe)) continue
    if (repair) {
      const update = { $set: shouldBe, $setOnInsert: { zone, date } }
      await DailyCount.collection.updateOne({ _id, projectId } as object, update, { upsert: true })
    }
    yield { date, is, shouldBe }
  }
}

// Invitations are mail of the installation: the project has no events of them, so that the stored counters stay.
function invitationsOf(emails: EmailCounts = {}): EmailCounts {
  return Object.fromEntries(
    INVITATION_COUNTERS.flatMap((counter) => {
      const count = emails[counter]
      return count === undefined ? [] : [[counter, count]]
    }),
  )
}

async function countDay(projectId: string, { from, to }: { from: Date; to: Date }): Promise<Counters> {
  const within = { projectId, createdAt: { $gte: from, $lt: to }, $nor: SILENT }
  const [names, counters] = await Promise.all([
    Event.aggregate<{ _id: string; count: number }>([
      { $match: within },
      { $group: { _id: '$name', count: { $sum: 1 } } },
    ]),
    Event.aggregate<{ _id: EmailCounter; count: number }>([
      { $match: { ...within, counted: { $exists: true } } },
      { $unwind: '$counted' },
      { $group: { _id: '$counted', count: { $sum: 1 } } },
    ]),
  ])
  return {
    emails: Object.fromEntries(counters.map(({ _id, count }) => [_id, count])),
    events: Object.fromEntries(names.map(({ _id, count }) => [escapeKey(_id), count])),
  }
}
