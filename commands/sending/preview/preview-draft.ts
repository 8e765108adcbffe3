import type { AddressSettings } from '../../../mail/links/address-settings.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import { findFindings } from '../../../models/domain/findings/find-findings.js'
import type { Finding } from '../../../models/domain/findings/finding.js'
import type { ProjectRecord } from '../../../models/project.js'
import { draftFacts } from './draft-facts.js'
import type { PreviewRecipient } from './preview-recipient.js'
import { previewVariables } from './preview-variables.js'
import { fieldOf, renderDraft } from './render-draft.js'
import { draftBodies, type SentDraft } from './draft-bodies.js'
import { placeFinding } from './place-findings.js'

/** A message that is being written, and the recipient that it is rendered for. */
export interface Draft {
  project: ProjectRecord
  content: SentDraft
  type: MessageType
  /** Null where it has no sender yet. */
  from: string | null
  recipient: PreviewRecipient
}

/** A draft as its recipient would get it. Parts that could not be rendered are null. */
export interface DraftPreview {
  subject: string | null
  /** The hidden text before the first visible text or image; null without one. */
  preheader: string | null
  html: string | null
  text: string | null
  /** Of the HTML as it leaves, in bytes. */
  sizeBytes: number | null
  /** The translation that was taken; null for the message itself. */
  language: string | null
  variables: { name: string; value: string | null; isKnown: boolean }[]
  findings: Finding[]
}

/** The settings of an installation that decide about previews. */
export interface PreviewSettings extends AddressSettings {
  allowTestDomains: boolean
}

/**
 * Renders a draft as delivery does, with the findings for its author. Nothing is stored. Throws
 * CONTACT_NOT_FOUND.
 */
export async function previewDraft(
  { project, content, type, from, recipient }: Draft,
  settings: PreviewSettings,
): Promise<DraftPreview> {
  const { gatewayUrl, trackingUrl, allowTestDomains } = settings
  const variables = await previewVariables(project._id, recipient, gatewayUrl)
  const bodies = await draftBodies(content, { project, gatewayUrl })
  const input = { project, content: bodies.content, type, variables, missing: bodies.missing }
  const rendered = await renderDraft(input, settings)
  const facts = await draftFacts(input, rendered, { from, allowTestDomains, gatewayUrl, trackingUrl })
  const { subject, body, elements, language, used } = rendered
  const { sourceFaults, lowContrasts } = bodies
  const findings = findFindings({
    ...facts,
    sourceFaults,
    lowContrasts,
    syntaxFaults: [...bodies.syntaxFaults, ...facts.syntaxFaults],
  })
  const texts = { ...bodies, shownField: fieldOf(bodies.content, language, 'body'), html: body?.html ?? null }
  return {
    subject,
    preheader: elements?.preheader ?? null,
    html: body?.html ?? null,
    text: body?.text ?? null,
    sizeBytes: body?.sizeBytes ?? null,
    language,
    variables: used.map(({ name, value }, index) => ({
      name,
      value,
      isKnown: facts.variables[index]?.isKnown ?? false,
    })),
    findings: findings.map((finding) => placeFinding(finding, texts)),
  }
}
