import type { ClientSession } from 'mongoose'
import {
  ALL_DAYS,
  BOUNCE_COUNTERS,
  COMPLAINT_COUNTERS,
  DailyCount,
  dailyCountId,
  SENT_COUNTERS,
  type EmailCounts,
} from '../../../models/daily-count.js'
import { daysAfter, daysFrom } from '../../../models/domain/calendar.js'
import { judgeReputation, type MailCounts, type Reputation } from '../../../models/domain/reputation.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { dayIn } from './day-in.js'

const DAYS = 7
// UTC, because a project must not lose its bad days by a change of its time zone.
const ZONE = 'UTC'

/**
 * The reputation of a project, by the counters of its days in UTC. The invitations of its members and its tests count
 * like its mail.
 */
export async function findReputation(projectId: string): Promise<Reputation> {
  const { recent, all } = countedDays(projectId)
  const counted = await DailyCount.find({ _id: { $in: [...recent, all] }, projectId }, { date: 1, emails: 1 }).lean()
  const days = counted.filter(({ date }) => date !== ALL_DAYS).map(({ emails = {} }) => emails)
  const allDays = counted.filter(({ date }) => date === ALL_DAYS).map(({ emails = {} }) => emails)
  return judgeReputation(
    { sevenDay: sumOf(days, countsIn), allTime: sumOf(allDays, countsIn) },
    { sevenDay: sumOf(days, judgedIn), allTime: sumOf(allDays, judgedIn) },
  )
}

/**
 * Stores whether the project is judged again when it sends mail (`countDays`). It is stored beside the counters that
 * each send changes, so that a send is either seen by a later `findReputation`, or sees the mark.
 */
export async function awaitSends(projectId: string, isAwaited: boolean): Promise<void> {
  const all = { _id: dailyCountId(projectId, ALL_DAYS), projectId }
  if (isAwaited) await DailyCount.updateOne(all, { $set: { awaitsSends: true } })
  else await DailyCount.updateOne({ ...all, awaitsSends: true }, { $unset: { awaitsSends: 1 } })
}

/**
 * Excludes all mail that a project has sent so far from the levels of its reputation. Bounces and complaints that this
 * mail still gets are excluded when they are recorded (`excludedHarms`).
 */
export async function excludeSentMail(projectId: string, session: ClientSession): Promise<void> {
  const { recent, all } = countedDays(projectId)
  const sum = (counters: readonly (keyof EmailCounts)[]) => ({
    $add: counters.map((counter) => ({ $ifNull: [`$emails.${counter}`, 0] })),
  })
  const set = {
    'emails.excluded': sum(SENT_COUNTERS),
    'emails.excludedBounces': sum(BOUNCE_COUNTERS),
    'emails.excludedComplaints': sum(COMPLAINT_COUNTERS),
  }
  const options = { session, updatePipeline: true } as const
  await DailyCount.updateMany({ _id: { $in: [...recent, all] }, projectId }, [{ $set: set }], options)
}

/** Excludes mail, such as that of one campaign, from the levels of a project's reputation, from today on. */
export async function excludeMail(
  projectId: string,
  { total, bounces, complaints }: MailCounts,
  session: ClientSession,
): Promise<void> {
  const inc = {
    'emails.excluded': total,
    'emails.excludedBounces': bounces,
    'emails.excludedComplaints': complaints,
  }
  for (const date of [dayIn(ZONE, databaseNow()), ALL_DAYS]) {
    const day = { _id: dailyCountId(projectId, date), projectId }
    await DailyCount.updateOne(day, { $inc: inc, $setOnInsert: { date } }, { session, upsert: true })
  }
}

function countedDays(projectId: string): { recent: string[]; all: string } {
  const today = dayIn(ZONE, databaseNow())
  const recent = daysFrom(daysAfter(today, 1 - DAYS), today, DAYS).map((date) => dailyCountId(projectId, date))
  return { recent, all: dailyCountId(projectId, ALL_DAYS) }
}

function countsIn(emails: EmailCounts): MailCounts {
  const sum = (counters: readonly (keyof EmailCounts)[]): number =>
    counters.reduce((total, counter) => total + (emails[counter] ?? 0), 0)
  return { total: sum(SENT_COUNTERS), bounces: sum(BOUNCE_COUNTERS), complaints: sum(COMPLAINT_COUNTERS) }
}

function judgedIn(emails: EmailCounts): MailCounts {
  const { total, bounces, complaints } = countsIn(emails)
  const { excluded = 0, excludedBounces = 0, excludedComplaints = 0 } = emails
  return {
    total: total - excluded,
    bounces: bounces - excludedBounces,
    complaints: complaints - excludedComplaints,
  }
}

// Mail of several days may be excluded on one of them, so that only the sum of the days is not below zero.
function sumOf(all: readonly EmailCounts[], countsOf: (emails: EmailCounts) => MailCounts): MailCounts {
  const sum = { total: 0, bounces: 0, complaints: 0 }
  for (const emails of all) {
    const { total, bounces, complaints } = countsOf(emails)
    sum.total += total
    sum.bounces += bounces
    sum.complaints += complaints
  }
  return { total: atLeast0(sum.total), bounces: atLeast0(sum.bounces), complaints: atLeast0(sum.complaints) }
}

function atLeast0(count: number): number {
  return Math.max(0, count)
}
