import { t } from '../../messages/index.js'
import { labelOf } from '../design-view/block-label.js'
import { editorOf, type Wording } from './message-draft.js'

const MOST_BLOCKS = 20
const MOST_LETTERS = 500

/** The content of a message in a few lines: the blocks of a design, or the start of a source. */
export function contentText(wording: Wording | null): string {
  if (!wording) return ''
  const { design, mjml, body } = wording
  if (design) {
    const lines = design.blocks.slice(0, MOST_BLOCKS).map(labelOf)
    return [t.content.designOf(design.blocks.length), ...lines].join('\n')
  }
  const text = mjml ?? body
  const short = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
  return editorOf(wording) === 'mjml' ? `MJML\n${short}` : short
}
