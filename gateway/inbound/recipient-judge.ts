import type { BillingSettings } from '../../commands/billing/project-limits.js'
import { isAtLimit } from '../../commands/billing/reserve-emails.js'
import { findOwners } from '../../commands/inbound/find-owners.js'
import type { BounceAddresses } from '../../mail/links/bounce-addresses.js'
import { domainOf, normaliseAddress } from '../../models/domain/addresses.js'
import { createEntryCache } from '../../runtime/entry-cache.js'
import type { ProjectRates } from './inbound-rates.js'

/** What is `busy` for one site may be wanted from others. `full` while the limits of its projects on received mail are used up, `busy` while they get too much in a minute. */
export type RecipientVerdict = 'wanted' | 'unknown' | 'full' | 'busy'

/** Dependencies of the judge. */
export interface RecipientJudgeDeps {
  bounces: BounceAddresses | null
  settings: BillingSettings
  rates: ProjectRates
}

/** Judges the recipients of messages that come from the site of a client. */
export interface RecipientJudge {
  /** Whether mail to an address is taken; counts nothing, because the message may never come. */
  judge(recipient: string, site: string): Promise<RecipientVerdict>
  /** Counts a message that has come for the projects of its recipients, and says whether their limits allow it. */
  admit(recipients: readonly string[], site: string): Promise<boolean>
}

// Long enough for the recipients of a message and those who try addresses, short enough for a domain that was just verified.
const KEPT_MS = 5_000
const MAX_DOMAINS = 10_000

/**
 * Creates the judge of recipients. The owners of a domain are looked up once in five seconds. Mail for several projects is
 * taken when one of them takes it.
 */
export function createRecipientJudge({ bounces, settings, rates }: RecipientJudgeDeps): RecipientJudge {
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
      // A domain that has lost its owner meanwhile gets nothing, and is no reason to send the message again.
      return owners.every((own) => own.length === 0 || own.some((projectId) => allowed.has(projectId)))
    },
  }
}
