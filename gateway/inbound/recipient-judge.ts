import type { BillingSettings } from '../../commands/tenancy/billing/project-limits.js'
import { isAtLimit } from '../../commands/tenancy/billing/reserve-emails.js'
import { findOwners } from '../../commands/sending/inbound/find-owners.js'
import type { BounceAddresses } from '../../mail/links/bounce-addresses.js'
import { domainOf, normaliseAddress } from '../../models/domain/addresses.js'
import { createEntryCache } from '../../runtime/entry-cache.js'
import type { ProjectRates } from './inbound-rates.js'

/**
 * `full` while the projects of the recipient have used up their limits on received mail, `busy` while they get too much
 * in a minute. A recipient that is `busy` for one site may be `wanted` for others.
 */
export type RecipientVerdict = 'wanted' | 'unknown' | 'full' | 'busy'

/** Dependencies of the judge. */
export interface RecipientJudgeDeps {
  bounces: BounceAddresses | null
  settings: BillingSettings
  rates: ProjectRates
}

/** Decides which recipients get messages from the site of a client. */
export interface RecipientJudge {
  /** Whether mail to an address is accepted; counts nothing, because the message may never follow. */
  judge(recipient: string, site: string): Promise<RecipientVerdict>
  /** Counts a received message for the projects of its recipients, and says whether their limits allow it. */
  admit(recipients: readonly string[], site: string): Promise<boolean>
}

// Long enough for all recipients of a message and for senders that try addresses, short enough for a domain that was
// just verified.
const CACHE_MS = 5_000
const MAX_DOMAINS = 10_000

/**
 * Creates the judge of recipients. The owners of a domain are looked up once in five seconds. Mail for several projects
 * is accepted if one of them accepts it.
 */
export function createRecipientJudge({ bounces, settings, rates }: RecipientJudgeDeps): RecipientJudge {
  const cache = createEntryCache<Promise<string[]>>({ maxEntries: MAX_DOMAINS, ttlMs: CACHE_MS })
  const ownersOf = (recipient: string): Promise<string[]> => {
    const domain = domainOf(recipient)
    const cached = cache.get(domain)
    if (cached) return cached
    const lookup = findOwners([recipient]).then((owners) => [...owners.keys()])
    cache.set(domain, lookup)
    // All callers that wait for a failed look-up get its error, and the next caller looks up again.
    lookup.catch(() => cache.delete(domain))
    return lookup
  }
  return {
    async judge(recipient, site) {
      if (bounces?.emailOf(recipient)) return 'wanted'
      const owners = await ownersOf(normaliseAddress(recipient))
      if (owners.length === 0) return 'unknown'
      const full = await Promise.all(owners.map((projectId) => isAtLimit(settings, { projectId, category: 'inbound' })))
      const open = owners.filter((_, index) => !full[index])
      if (open.length === 0) return 'full'
      return open.every((projectId) => rates.isUsedUp(projectId, site)) ? 'busy' : 'wanted'
    },
    async admit(recipients, site) {
      const stored = recipients.filter((recipient) => !bounces?.emailOf(recipient))
      const owners = await Promise.all(stored.map((recipient) => ownersOf(normaliseAddress(recipient))))
      const projectIds = [...new Set(owners.flat())]
      const counted = await Promise.all(projectIds.map((projectId) => rates.count(projectId, site)))
      const allowed = new Set(projectIds.filter((_, index) => counted[index]))
      // Mail to a domain that has lost its owner meanwhile is dropped: sending it again would not help.
      return owners.every((ofDomain) => ofDomain.length === 0 || ofDomain.some((projectId) => allowed.has(projectId)))
    },
  }
}
