import { LRUCache } from 'lru-cache'
import { BILLING_CATEGORIES, monthOf, type BillingCategory, type BillingUsage } from '../../../models/domain/billing.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { readUsage } from './read-usage.js'

/** A reservation of emails of a category. It counts as usage until it is completed. */
export interface Reservation {
  /** How many of the wanted emails the limit leaves room for. */
  granted: number
  /** The emails of the month without the granted ones. */
  usage: number
  /** Releases the granted emails that were not stored: `accepted` is how many were. */
  complete(accepted: number): void
}

/** The emails of a category as this process counts them. */
interface Count {
  emails: number
  /** How many of these are not stored yet. */
  reserved: number
  /**
   * When the count was last taken from the database alone, and when an email was last added, by `performance.now()`.
   */
  since: number
  addedAt: number
}

type Tally = Record<BillingCategory, Count>

const FRESH_MS = 1_000
// The database does not show an email until the email is submitted and counted. That takes less than this time.
const SHOWN_AFTER_MS = 10_000
// Emails that fail later stay in the count of this process. The database replaces the count after this time, so that
// they do not use up the limit.
const MAX_AHEAD_MS = 60_000
const MAX_PROJECTS = 10_000

// The tallies of projects, each of one month. A tally outlives a read that fails: reservations refer to it.
const tallies = new LRUCache<string, Tally, { projectId: string; month: Date }>({
  max: MAX_PROJECTS,
  ttl: FRESH_MS,
  ttlResolution: 0,
  noDeleteOnFetchRejection: true,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, before, { context: { projectId, month } }) =>
    correct(before ?? newTally(), await readUsage(projectId, month)),
})

/**
 * Reserves emails of this month as far as a limit leaves room; with `isWhole` all of them or none. The reservations of
 * one process never exceed the limit together. Another process sees the emails within a second after they are stored:
 * several processes together may exceed the limit by what they reserve meanwhile.
 */
export async function reserveWithin(
  limit: number,
  { projectId, category }: { projectId: string; category: BillingCategory },
  wanted: number,
  { isWhole = false } = {},
): Promise<Reservation> {
  const count = (await currentTally(projectId))[category]
  const usage = count.emails
  const room = Math.max(0, limit - usage)
  const granted = isWhole && room < wanted ? 0 : Math.min(wanted, room)
  count.emails += granted
  count.reserved += granted
  if (granted > 0) count.addedAt = performance.now()
  let isCompleted = false
  return {
    granted,
    usage,
    complete(accepted) {
      if (isCompleted) return
      isCompleted = true
      count.emails -= granted - accepted
      count.reserved -= granted
    },
  }
}

/** The emails of this month: the stored ones, at most a second old, and those that this process has added since. */
export async function usageOf(projectId: string): Promise<BillingUsage> {
  const counts = await currentTally(projectId)
  return Object.fromEntries(BILLING_CATEGORIES.map((category) => [category, counts[category].emails])) as BillingUsage
}

function currentTally(projectId: string): Promise<Tally> {
  const month = monthOf(databaseNow()).start
  return tallies.forceFetch(`${projectId} ${month.getTime()}`, { context: { projectId, month } })
}

/** Corrects a tally in place, because open reservations refer to it. */
function correct(tally: Tally, usage: BillingUsage): Tally {
  const now = performance.now()
  for (const category of BILLING_CATEGORIES) correctCount(tally[category], usage[category], now)
  return tally
}

/** Corrects a count by the database, which does not show the latest emails of this process yet. */
function correctCount(count: Count, stored: number, now: number): void {
  const isAhead = now - count.addedAt < SHOWN_AFTER_MS && now - count.since < MAX_AHEAD_MS
  count.emails = isAhead ? Math.max(count.emails, stored) : stored + count.reserved
  if (!isAhead) count.since = now
}

function newTally(): Tally {
  const none = (): Count => ({ emails: 0, reserved: 0, since: 0, addedAt: -Infinity })
  return { workflows: none(), campaigns: none(), transactional: none(), inbound: none() }
}
