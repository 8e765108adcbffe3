import { LRUCache } from 'lru-cache'
import type { BillingCategory } from '../../../models/domain/billing.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { limitExceeded } from './limit-exceeded.js'
import { findLimit, findRecentLimit, type BillingSettings } from './project-limits.js'
import { readUsage } from './read-usage.js'
import { reserveWithin, usageWithin, type Reservation } from './usage-tally.js'

const FRESH_MS = 1_000
const MAX_PROJECTS = 10_000

const received = new LRUCache<string, number>({
  max: MAX_PROJECTS,
  ttl: FRESH_MS,
  fetchMethod: async (projectId) => (await readUsage(projectId, databaseNow())).inbound,
})

/** Emails of a category of a project. */
export interface EmailsOf {
  projectId: string
  category: BillingCategory
}

/** Reserves as many of the wanted emails as the limit of the project leaves room for; all of them without a limit. */
export async function reserveEmails(settings: BillingSettings, of: EmailsOf, wanted: number): Promise<Reservation> {
  const limit = await findRecentLimit(settings, of.projectId, of.category)
  if (limit === null) return unlimited(wanted)
  const reservation = await reserveWithin(limit, of, wanted)
  if (reservation.granted > 0) return reservation
  // The limit may just have been raised, and no caller tries a refused email again by itself.
  const current = await findLimit(settings, of.projectId, of.category)
  return current === null ? unlimited(wanted) : reserveWithin(current, of, wanted)
}

function unlimited(granted: number): Reservation {
  return { granted, usage: 0, complete: () => undefined }
}

/** Whether the limit of a category is used up. */
export async function isAtLimit(settings: BillingSettings, of: EmailsOf): Promise<boolean> {
  return (await overLimit(settings, of)) !== null
}

/** Throws BILLING_LIMIT_EXCEEDED when the limit of a category is used up. */
export async function requireRoom(settings: BillingSettings, of: EmailsOf): Promise<void> {
  const over = await overLimit(settings, of)
  if (over) throw limitExceeded(of.category, over.limit, over.usage)
}

async function overLimit(
  settings: BillingSettings,
  { projectId, category }: EmailsOf,
): Promise<{ limit: number; usage: number } | null> {
  const limit = await findLimit(settings, projectId, category)
  if (limit === null) return null
  const usage =
    category === 'inbound' ? await recentlyReceived(projectId) : await usageWithin(limit, projectId, category)
  return usage >= limit ? { limit, usage } : null
}

/** The received mail of this month, at most a second old: it is counted and not leased, because it has come already. */
async function recentlyReceived(projectId: string): Promise<number> {
  return (await received.fetch(projectId)) ?? 0
}
