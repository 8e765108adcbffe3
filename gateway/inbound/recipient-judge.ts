import type { BillingSettings } from '../../commands/billing/project-limits.js'
import { isAtLimit } from '../../commands/billing/reserve-emails.js'
import { findOwners } from '../../commands/inbound/find-owners.js'
import type { BounceAddresses } from '../../mail/links/bounce-addresses.js'
import { domainOf, normaliseAddress } from '../../models/domain/addresses.js'
import { createEntryCache } from '../../runtime/entry-cache.js'
import type { Rate } from './inbound-rates.js'

/** `full` while the limits of its projects on received mail are used up, `busy` while they get too much in a minute. */
export type RecipientVerdict = 'wanted' | 'unknown' | 'full' | 'busy'

/** Dependencies of the judge. */
export interface RecipientJudgeDeps {
  bounces: BounceAddresses | null
  settings: BillingSettings
  /** Counts a recipient of a project. */
  rate: Rate
}

// Long enough for the recipients of a message and those who try addresses, short enough for a domain that was just verified.
const KEPT_MS = 5_000
const MAX_DOMAINS = 10_000

/**
 * Creates the function that says whether mail to an address is taken. The owners of a domain are looked up once in five
 * seconds. Mail for several projects is taken when one of them takes it.
 */
export function createRecipientJudge({
  bounces,
  settings,
  rate,
}: RecipientJudgeDeps): (recipient: string) => Promise<RecipientVerdict> {
  const kept = createEntryCache<Promise<string[]>>({ maxEntries: MAX_DOMAINS, ttlMs: KEPT_MS })
  const ownersOf = (recipient: string): Promise<string[]> => {
    const domain = domainOf(recipient)
    const known = kept.get(domain)
    if (known) return known
    const looked = findOwners([recipient]).then((owners) => [...owners.keys()])
    kept.set(domain, looked)
    // A failure is told to those who wait for it, and not kept.
    looked.catch(() => kept.delete(domain))
    return looked
  }
  return async (recipient) => {
    if (bounces?.emailOf(recipient)) return 'wanted'
    const owners = await ownersOf(normaliseAddress(recipient))
    if (owners.length === 0) return 'unknown'
    const full = await Promise.all(owners.map((projectId) => isAtLimit(settings, { projectId, category: 'inbound' })))
    const open = owners.filter((_, index) => !full[index])
    if (open.length === 0) return 'full'
    const allowed = await Promise.all(open.map((projectId) => rate(projectId)))
    return allowed.some(Boolean) ? 'wanted' : 'busy'
  }
}
