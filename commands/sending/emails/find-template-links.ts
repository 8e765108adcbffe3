import { LRUCache } from 'lru-cache'
import { readTemplateLinks, type TemplateLinks } from '../../../mail/links/template-links.js'
import type { EmailFact } from '../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import { isCampaignClick } from '../../base/counters/link-clicks.js'
import { loadContent } from './store-content.js'

const linksOfContents = new LRUCache<string, TemplateLinks>({ max: 200 })

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
    if (!isCampaignClick(fact, email) || !email || found.has(email.contentId)) continue
    found.set(email.contentId, await linksOf(email))
  }
  return found
}

async function linksOf({ projectId, contentId }: EmailRecord): Promise<TemplateLinks> {
  const known = linksOfContents.get(contentId)
  if (known) return known
  const content = await loadContent(projectId, contentId)
  const translated = Object.values(content?.translations ?? {}).flatMap(({ body }) => body ?? [])
  const links = readTemplateLinks(content ? [content.body, ...translated] : [], content?.utm)
  if (content) linksOfContents.set(contentId, links)
  return links
}
