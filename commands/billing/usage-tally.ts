import { LRUCache } from 'lru-cache'
import { BILLING_CATEGORIES, monthOf, type BillingCategory, type BillingUsage } from '../../models/domain/billing.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { readUsage } from './read-usage.js'

/** A right to emails of a category, which counts until it is settled. */
export interface Reservation {
  /** How many emails of those that were wanted the limit leaves room for. */
  granted: number
  /** The emails of the month before these. */
  usage: number
  /** Says how many of the granted emails came to be; the others are free again. */
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
// Long enough for an email to be submitted and counted: until then the database does not show it.
const SHOWN_AFTER_MS = 10_000
// Emails that fail later stay in the count of this process, and must not fill it up.
const OWN_COUNT_MS = 60_000
const MAX_PROJECTS = 10_000

// The tallies of projects, each of one month. A tally outlives a read that fails: reservations refer to it.
const tallies = new LRUCache<string, Tally, { projectId: string; month: Date }>({
  max: MAX_PROJECTS,
  ttl: FRESH_MS,
  ttlResolution: 0,
  noDeleteOnFetchRejection: true,
  ignoreFetchAbort: true,
  fetchMethod: async (_key, known, { context: { projectId, month } }) =>
    correct(known ?? newTally(), await readUsage(projectId, month)),
})

/**
 * Reserves emails of this month as far as a limit leaves room, with `isWhole` all of them or none. Within this process
 * reservations never exceed the limit together. Another process learns of them within a second.
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
  let isSettled = false
  return {
    granted,
    usage,
    complete(accepted) {
      if (isSettled) return
      isSettled = true
      count.emails -= granted - accepted
      count.reserved -= granted
    },
  }
}

/** The emails of this month, as they were a second ago at most, with what this process has added since. */
export async function usageOf(projectId: string): Promise<BillingUsage> {
  const counts = await currentTally(projectId)
  return Object.fromEntries(BILLING_CATEGORIES.map((category) => [category, counts[category].emails])) as BillingUsage
}

function currentTally(projectId: string): Promise<Tally> {
  const month = monthOf(databaseNow()).start
  return tallies.forceFetch(`${projectId} ${month.getTime()}`, { context: { projectId, month } })
}

/** Corrects a tally in place, because reservations that are not settled yet refer to it. */
function correct(tally: Tally, usage: BillingUsage): Tally {
  const now = performance.now()
  for (const category of BILLING_CATEGORIES) takeOver(tally[category], usage[category], now)
  return tally
}

/** Corrects a count by the database, which does not show yet what this process has just added. */
function takeOver(count: Count, stored: number, now: number): void {
  const isOwn = now - count.addedAt < SHOWN_AFTER_MS && now - count.since < OWN_COUNT_MS
  count.emails = isOwn ? Math.max(count.emails, stored) : stored + count.reserved
  if (!isOwn) count.since = now
}

function newTally(): Tally {
  const none = (): Count => ({ emails: 0, reserved: 0, since: 0, addedAt: -Infinity })
  return { workflows: none(), campaigns: none(), transactional: none(), inbound: none() }
}
