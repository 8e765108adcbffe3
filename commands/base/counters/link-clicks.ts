import { createHash } from 'node:crypto'
import type { TemplateLinks } from '../../../mail/links/template-links.js'
import type { LinkClicks } from '../../../models/campaign-link.js'
import type { EmailFact } from '../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import type { SetOff } from '../outbox/set-off.js'

/** A click of a person on a link of a campaign. `added` is the number of hits that it stands for. */
export interface CampaignClick {
  projectId: string
  emailId: string
  clicks: LinkClicks
}

const HASH_CHARACTERS = 12
// The limit on the followed links that an email stores.
const MAX_FOLLOWED = 100

/** The name of a link within its campaign. */
export function linkKey(url: string | null): string {
  if (url === null) return 'others'
  return createHash('sha256').update(url).digest('base64url').slice(0, HASH_CHARACTERS)
}

/**
 * What a click adds to the links of its campaign, and the links that its email followed with it. Null for a click that
 * no campaign counts. `followed` are the links that the email followed before.
 */
export function countClick(
  fact: EmailFact,
  email: EmailRecord,
  { links, added, followed = [] }: { links: TemplateLinks | undefined; added: number; followed?: string[] | undefined },
): { click: CampaignClick; followed: string[] } | null {
  if (!isCampaignClick(fact, email) || !email.campaignId || added === 0) return null
  const url = links?.(fact.link) ?? null
  const key = linkKey(url)
  const isFirst = !followed.includes(key) && followed.length < MAX_FOLLOWED
  const clicks: LinkClicks = {
    campaignId: email.campaignId,
    url,
    clicks: added,
    uniqueClicks: isFirst ? 1 : 0,
    firstClickAt: fact.at,
    lastClickAt: fact.at,
  }
  const { projectId, _id: emailId } = email
  return { click: { projectId, emailId, clicks }, followed: isFirst ? [...followed, key] : followed }
}

/** Whether a fact is a click of a person on a link of a campaign. */
export function isCampaignClick(
  fact: EmailFact,
  email: EmailRecord | undefined,
): fact is Extract<EmailFact, { kind: 'clicked' }> {
  return fact.kind === 'clicked' && !fact.isMachine && email?.sourceType === 'CAMPAIGN'
}

/** The outbox entries that add clicks to the links of campaigns: one for each project. */
export function clicksToSetOff(clicks: readonly CampaignClick[]): SetOff[] {
  const byProject = new Map<string, { ids: Set<string>; sums: Map<string, LinkClicks> }>()
  for (const { projectId, emailId, clicks: added } of clicks) {
    const of = byProject.get(projectId) ?? { ids: new Set(), sums: new Map() }
    const key = `${added.campaignId}:${linkKey(added.url)}`
    const sum = of.sums.get(key)
    of.ids.add(emailId)
    of.sums.set(key, sum ? sumOf(sum, added) : added)
    byProject.set(projectId, of)
  }
  return [...byProject].map(([projectId, { ids, sums }]) => {
    return { kind: 'event', projectId, ids: [...ids], linkClicks: [...sums.values()] }
  })
}

function sumOf(one: LinkClicks, other: LinkClicks): LinkClicks {
  return {
    ...one,
    clicks: one.clicks + other.clicks,
    uniqueClicks: one.uniqueClicks + other.uniqueClicks,
    firstClickAt: one.firstClickAt < other.firstClickAt ? one.firstClickAt : other.firstClickAt,
    lastClickAt: one.lastClickAt > other.lastClickAt ? one.lastClickAt : other.lastClickAt,
  }
}
