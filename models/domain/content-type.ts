/** A media type with its parameters (RFC 2045, 5.1), without comments. */
export interface ContentType {
  /** In lower case, such as `text/calendar`. */
  type: string
  /** The values by name in lower case, in their order, without quotes and escapes. */
  parameters: Map<string, string>
}

// RFC 6838, 4.2 for the two halves of the type, RFC 2045, 5.1 for the rest. A quoted value has no controls.
const HALF = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const TOKEN = "[A-Za-z0-9!#$%&'*+._`{|}~^-]+"
const QUOTED = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"'
const BLANKS = '[ \\t]*'

/** The pattern of a media type with or without parameters. */
export const CONTENT_TYPE = new RegExp(`^${HALF}/${HALF}(?:${BLANKS};${BLANKS}${TOKEN}=(?:${TOKEN}|${QUOTED}))*$`)
// The text is bounded by MAX_CONTENT_TYPE_LENGTH.
const PARAMETER = new RegExp(`;${BLANKS}(${TOKEN})=(?:(${TOKEN})|(${QUOTED}))`, 'g')

/** The most characters of an accepted content type. */
export const MAX_CONTENT_TYPE_LENGTH = 500

const IS_TOKEN = new RegExp(`^${TOKEN}$`)

/** The text of a content type in a header, with quotes around values that need them. */
export function formatContentType({ type, parameters }: ContentType): string {
  const parts = [...parameters].map(([name, value]) => {
    return `${name}=${IS_TOKEN.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`
  })
  return [type, ...parts].join('; ')
}

/** Reads a content type; null for a malformed one, and for one that repeats a parameter. */
export function readContentType(text: string): ContentType | null {
  if (text.length > MAX_CONTENT_TYPE_LENGTH || !CONTENT_TYPE.test(text)) return null
  const parameters = new Map<string, string>()
  for (const [, name = '', token, quoted = ''] of text.matchAll(PARAMETER)) {
    if (parameters.has(name.toLowerCase())) return null
    parameters.set(name.toLowerCase(), token ?? quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
  }
  return { type: text.split(';', 1)[0]?.trim().toLowerCase() ?? '', parameters }
}
