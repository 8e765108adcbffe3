import { escapeHtml } from '../../mail/rendering/escape-html.js'

/** Text that is HTML already, and so is not escaped. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type Part = Html | string | readonly Part[]

/** Joins HTML and values; values other than `Html` are escaped, and lists are concatenated. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(pieces.map((piece, index) => piece + sourceOf(parts[index] ?? '')).join(''))
}

/** Fills the `{name}` placeholders of a text. Text and values are escaped; placeholders in values are not filled. */
export function fill(text: string, parts: Record<string, Html | string>): Html {
  return html`${text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)}`
}

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source
  return typeof part === 'string' ? escapeHtml(part) : part.map(sourceOf).join('')
}
