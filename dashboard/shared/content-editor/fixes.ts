import type { Finding } from './message-draft.js'

/** A change of the source that fixes a finding. */
export interface Fix {
  from: number
  to: number
  insert: string
}

const WAY_OUT = '\n<p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>\n'
// The start tag of a link up to its address, which begins as people write addresses.
const LINK = /^<a\s[^>]*?href=["']?(?=www\.)/i

// The name of an output up to its first filter or its end. One that has a fallback already is none of these.
const OUTPUT = /^((?:\{\{-?)?(?:(?!-?\}\})[^{}|?%])+)(?:\||-?\}\})/

/** The fix of a finding at an offset of the source; null if its author has to decide. */
export function fixOf({ code }: Finding, offset: number | null, source: string): Fix | null {
  if (code === 'no_unsubscribe_link') return insertAt(source.length, WAY_OUT)
  if (offset === null) return null
  const rest = source.slice(offset, offset + 1_000)
  if (code === 'variable_without_fallback') return fallback(offset, rest)
  if (code === 'image_without_alt') return rest.startsWith('<img') ? insertAt(offset + '<img'.length, ' alt=""') : null
  if (code !== 'link_without_scheme') return null
  const found = LINK.exec(rest)
  return found && insertAt(offset + found[0].length, 'https://')
}

/** The source with a fix. */
export function fixed(source: string, { from, to, insert }: Fix): string {
  return source.slice(0, from) + insert + source.slice(to)
}

function insertAt(at: number, insert: string): Fix {
  return { from: at, to: at, insert }
}

/** Writes `?? ""` behind the name of an output, for the author to fill in. */
function fallback(offset: number, rest: string): Fix | null {
  const written = OUTPUT.exec(rest)?.[1]
  return written === undefined ? null : insertAt(offset + written.trimEnd().length, ' ?? ""')
}
