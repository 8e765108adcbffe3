import type { DocumentElements } from '../../../mail/inspection/document-elements.js'
import { shownLinks } from '../../../mail/compose/render-whole.js'
import { domainOf } from '../../../models/domain/addresses.js'
import type { LinkFact, MessageFacts } from '../../../models/domain/findings/message-facts.js'
import { sendersAllowed } from '../emails/check-sender.js'
import { imageFacts } from './image-facts.js'
import { fieldOf, type DraftInput, type RenderedDraft } from './render-draft.js'
import { variableFacts } from './variable-facts.js'

/** The sender of a draft, and the settings by which it is judged. */
export interface FactsInput {
  from: string | null
  allowTestDomains: boolean
  gatewayUrl: string
  trackingUrl: string
}

/** Facts about a draft, from its rendering and from the database. */
export async function draftFacts(
  { project: { _id: projectId }, type, content }: DraftInput,
  rendered: RenderedDraft,
  { from, allowTestDomains, gatewayUrl, trackingUrl }: FactsInput,
): Promise<Omit<MessageFacts, 'sourceFaults' | 'lowContrasts'>> {
  const { language, syntaxFaults, failure, subject, body, elements, used } = rendered
  const [variables, images, sender] = await Promise.all([
    variableFacts(projectId, used, (part) => fieldOf(content, language, part)),
    imageFacts(projectId, elements, originsOf(gatewayUrl, trackingUrl)),
    from === null ? null : senderFact(projectId, from, allowTestDomains),
  ])
  return {
    type,
    syntaxFaults,
    failure,
    variables,
    subject,
    sizeBytes: body?.sizeBytes ?? null,
    links: elements ? linkFacts(elements.links, gatewayUrl) : [],
    ...images,
    wayOut: body?.wayOut ?? null,
    sender,
  }
}

function originsOf(...urls: string[]): Set<string> {
  return new Set(urls.map((url) => new URL(url).origin))
}

// The pages of the recipient are on the host of the installation, which may be a loopback address.
function linkFacts(links: DocumentElements['links'], gatewayUrl: string): LinkFact[] {
  const own = new Set(Object.values(shownLinks(gatewayUrl)))
  return links.filter(({ href }) => !own.has(href)).map((link) => ({ ...link, field: 'html' }))
}

async function senderFact(projectId: string, from: string, allowTestDomains: boolean): Promise<MessageFacts['sender']> {
  const allowed = await sendersAllowed(projectId, [from], allowTestDomains)
  return { domain: domainOf(from), isVerified: allowed.has(from) }
}
