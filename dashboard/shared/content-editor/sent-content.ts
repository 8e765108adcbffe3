import type { Block, EmailDesign } from '../../../models/domain/design/design.js'
import { withLists, listsOf } from '../design-view/lists.js'
import { editorOf, type MessageDraft, type Wording } from './message-draft.js'

// Stands for a link that is not written yet, so that everything else is shown.
const NO_ADDRESS = 'https://example.invalid/'

/** The words of a draft as the API takes them. To be `shown`, a design may lack addresses of links. */
export function sentContent(draft: MessageDraft, purpose: 'sent' | 'shown' = 'sent') {
  const translations = Object.entries(draft.translations ?? {})
  return {
    ...sentWording(draft, purpose),
    translations:
      translations.length === 0
        ? null
        : Object.fromEntries(translations.map(([language, wording]) => [language, sentWording(wording, purpose)])),
  }
}

/** The words in one language as the API takes them: with what they are written in alone. */
export function sentWording({ subject, body, design, mjml }: Wording, purpose: 'sent' | 'shown' = 'sent') {
  if (design) return { subject, design: purpose === 'shown' ? withAddresses(design) : design }
  return typeof mjml === 'string' ? { subject, mjml } : { subject, body }
}

/** The words of a change: HTML takes the place of a design or of MJML. */
export function patchWording(wording: Wording) {
  const { subject, body } = wording
  return editorOf(wording) === 'html' ? { subject, body, design: null, mjml: null } : sentWording(wording)
}

function withAddresses(design: EmailDesign): EmailDesign {
  const complete = (block: Block): Block => {
    if (block.type === 'button' && block.href === '') return { ...block, href: NO_ADDRESS }
    const lists = listsOf(block)
    return lists.length === 0
      ? block
      : withLists(
          block,
          lists.map((list) => list.map(complete)),
        )
  }
  return { ...design, blocks: design.blocks.map(complete) }
}
