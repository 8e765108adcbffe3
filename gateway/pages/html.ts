import { escapeHtml } from '../../mail/rendering/escape-html.js'

/** Text that is HTML already and goes out as it stands. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type Part = Html | string | readonly Part[]

/** HTML with everything put in escaped, but for what is HTML itself. Lists stand one after the other. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(pieces.map((piece, index) => piece + sourceOf(parts[index] ?? '')).join(''))
}

/** A text with its `{name}` places filled; both are escaped, and what is put in has no places of its own. */
export function fill(text: string, parts: Record<string, Html | string>): Html {
  return html`${text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)}`
}

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source
  return typeof part === 'string' ? escapeHtml(part) : part.map(sourceOf).join('')
}
