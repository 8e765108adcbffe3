import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { readTemplateLinks, type TemplateLinks } from '../../mail/links/template-links.js'
import type { LinkClicks } from '../../models/campaign-link.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { loadContent } from '../emails/store-content.js'
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
const linksOfContents = new LRUCache<string, TemplateLinks>({ max: 200 })

/** The name of a link within its campaign. */
export function linkKey(url: string | null): string {
  if (url === null) return 'others'
  return createHash('sha256').update(url).digest('base64url').slice(0, HASH_CHARACTERS)
}

/**
 * Reads how the contents of the clicked emails of campaigns write their links. The rendered address may hold what only
 * its recipient may know, so the counters have the address of the body instead.
 */
export async function findTemplateLinks(
  facts: readonly EmailFact[],
  emails: ReadonlyMap<string, EmailRecord>,
): Promise<ReadonlyMap<string, TemplateLinks>> {
  const found = new Map<string, TemplateLinks>()
  for (const fact of facts) {
    const email = emails.get(fact.emailId)
    if (!isCounted(fact, email) || !email || found.has(email.contentId)) continue
    found.set(email.contentId, await linksOf(email))
  }
  return found
}

async function linksOf({ projectId, contentId }: EmailRecord): Promise<TemplateLinks> {
  const known = linksOfContents.get(contentId)
  if (known) return known
  const content = await loadContent(projectId, contentId)
  const translated = Object.values(content?.translations ?? {}).flatMap(({ body }) => body ?? [])
  const links = readTemplateLinks(content ? [content.body, ...translated] : [])
  if (content) linksOfContents.set(contentId, links)
  return links
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
  if (!isCounted(fact, email) || !email.campaignId || added === 0) return null
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

function isCounted(fact: EmailFact, email: EmailRecord | undefined): fact is Extract<EmailFact, { kind: 'clicked' }> {
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
