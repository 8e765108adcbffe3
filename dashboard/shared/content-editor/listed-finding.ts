import { fixOf, type Fix } from './fixes.js'
import { LineIndex, type Place } from './line-index.js'
import { fieldOf, type Finding, type Wording } from './message-draft.js'

/** A finding with what the editor can do about it. */
export interface ListedFinding {
  finding: Finding
  /** Its place in the source that is written now; null where it has none there. */
  place: (Place & { length?: number }) | null
  /** The block of the design that it is about; null where that is none. */
  blockId: string | null
  fix: Fix | null
  /** The language in whose words it stands, where that is not the one that is written now; null for the message. */
  elsewhere: { language: string | null } | null
}

const TRANSLATION = /^translations\.([\w-]+)\./

/** The findings of a preview, with their places in the source that is written now. */
export function listFindings(findings: readonly Finding[], wording: Wording, language: string | null): ListedFinding[] {
  const { body, design, mjml } = wording
  // The rendered HTML of a design is nowhere written by its author.
  const source = design ? '' : (mjml ?? body)
  const lines = new LineIndex(source)
  const own = fieldOf(language, typeof mjml === 'string' ? 'mjml' : 'body')
  return findings.map((finding) => {
    const offset = offsetOf(finding, own, source, lines)
    const place = offset === null ? null : { ...lines.placeOf(offset), ...lengthAt(source, offset) }
    const { blockId } = finding
    return { finding, place, blockId, fix: fixOf(finding, offset, source), elsewhere: elsewhereOf(finding, language) }
  })
}

function offsetOf({ field, line, column, element }: Finding, own: string, source: string, lines: LineIndex) {
  if (field === own && line !== null) return lines.offsetOf({ line, column: column ?? 1 })
  if (field !== 'html' || element === null) return null
  // An element is what was rendered: where Liquid stands in it, the source has none such.
  const at = source.indexOf(element)
  return at === -1 ? null : at
}

/** The length of the Liquid output, the Liquid tag or the HTML tag at an offset; empty for other text. */
function lengthAt(source: string, offset: number): { length?: number } {
  const end = { '{{': '}}', '{%': '%}' }[source.slice(offset, offset + 2)] ?? (source[offset] === '<' ? '>' : null)
  const at = end === null ? -1 : source.indexOf(end, offset)
  return end === null || at === -1 ? {} : { length: at + end.length - offset }
}

function elsewhereOf({ field, line }: Finding, language: string | null): ListedFinding['elsewhere'] {
  const of = TRANSLATION.exec(field ?? '')?.[1] ?? null
  // A remark on the message as a whole belongs to the main text, in any language.
  if (of === null && (line === null || (field !== 'body' && field !== 'subject'))) return null
  return of === language ? null : { language: of }
}
