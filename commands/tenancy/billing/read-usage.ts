import { DailyCount, dailyCountId, type EmailCounts } from '../../../models/daily-count.js'
import type { SourceType } from '../../../models/domain/message-kinds.js'
import { ANY_SOURCE, Email } from '../../../models/email.js'
import { BILLING_CATEGORIES, monthOf, type BillingCategory, type BillingUsage } from '../../../models/domain/billing.js'
import { daysAfter, daysFrom } from '../../../models/domain/calendar.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import { dayIn } from '../../base/counters/day-in.js'

// The months of billing are those of UTC, whatever time zone the project has.
const ZONE = 'UTC'
// The days of the longest month.
const MONTH_DAYS = 31
// The query reads an index entry for each waiting email. The oldest ones above this number are not counted.
const MOST_WAITING = 20_000

const CATEGORY_OF: Partial<Record<SourceType, BillingCategory>> = {
  TRANSACTIONAL: 'transactional',
  TEST: 'transactional',
  CAMPAIGN: 'campaigns',
  WORKFLOW: 'workflows',
}

type Row = Partial<BillingUsage> & { source?: SourceType; waiting?: number; uncountedSince?: Date }

/** The emails of a month, and those of them that wait for their submission. */
export interface UsageRead {
  usage: BillingUsage
  waiting: BillingUsage
  /** Whether more emails may wait than are counted. */
  lacksWaiting: boolean
  /** When the oldest outbox entry was stored that the counters lack; null without one. */
  uncountedSince: Date | null
}

/**
 * The emails of a project in the calendar month (UTC) of `at`: those sent or received, by the counters of the days, and
 * those that wait for their submission. Tests count as transactional. Failed, skipped and suppressed emails do not
 * count.
 */
export async function readUsage(projectId: string, at: Date): Promise<BillingUsage> {
  return (await readUsageAndWaiting(projectId, at)).usage
}

/** The same as `readUsage`, with the emails that wait. */
export async function readUsageAndWaiting(projectId: string, at: Date): Promise<UsageRead> {
  const { start, end } = monthOf(at)
  const first = dayIn(ZONE, start)
  const days = daysFrom(first, daysAfter(dayIn(ZONE, end), -1), MONTH_DAYS)
  const ids = days.map((day) => dailyCountId(projectId, day))
  const rows = await DailyCount.aggregate<Row>([
    { $match: { _id: { $in: ids }, projectId } },
    {
      $group: {
        _id: null,
        workflows: { $sum: '$emails.sentWorkflow' },
        campaigns: { $sum: '$emails.sentCampaign' },
        transactional: { $sum: { $add: [counterOf('sentTransactional'), counterOf('tests')] } },
        inbound: { $sum: '$emails.received' },
      },
    },
    // The waiting emails are read after the counters, so that an email that is sent meanwhile is not counted twice.
    { $unionWith: { coll: Email.collection.name, pipeline: waitingSince(projectId, start) } },
    { $unionWith: { coll: Outbox.collection.name, pipeline: oldestUncounted(projectId) } },
  ])
  const usage = noEmails()
  const waiting = noEmails()
  let uncounted: Date | null = null
  let allWaiting = 0
  for (const { source, waiting: emails = 0, uncountedSince, ...counted } of rows) {
    uncounted ??= uncountedSince ?? null
    allWaiting += emails
    const category = source && CATEGORY_OF[source]
    if (category) {
      usage[category] += emails
      waiting[category] += emails
    }
    for (const name of BILLING_CATEGORIES) usage[name] += counted[name] ?? 0
  }
  return { usage, waiting, lacksWaiting: allWaiting >= MOST_WAITING, uncountedSince: uncounted }
}

function noEmails(): BillingUsage {
  return { workflows: 0, campaigns: 0, transactional: 0, inbound: 0 }
}

function counterOf(counter: keyof EmailCounts) {
  return { $ifNull: [`$emails.${counter}`, 0] }
}

/** Finds the outbox entry whose additions to the counters are the oldest. */
function oldestUncounted(projectId: string) {
  return [
    { $match: inQueue('event', projectId) },
    { $sort: { _id: 1 as const } },
    { $limit: 1 },
    { $project: { _id: 0, uncountedSince: '$createdAt' } },
  ]
}

/** Counts the emails of a project that were accepted since `start` and have no outcome yet, by their source. */
function waitingSince(projectId: string, start: Date) {
  return [
    { $match: { listedStatus: 'PENDING', projectId, ...ANY_SOURCE, createdAt: { $gte: start } } },
    { $sort: { createdAt: -1 as const, _id: -1 as const } },
    { $limit: MOST_WAITING },
    { $group: { _id: '$sourceType', waiting: { $sum: 1 } } },
    { $project: { _id: 0, source: '$_id', waiting: 1 } },
  ]
}
