/** A media type with its parameters (RFC 2045, 5.1), without comments. */
export interface ContentType {
  /** In lower case, such as `text/calendar`. */
  type: string
  /** By name in lower case, in their order; without quotes and escapes. */
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

/** The characters of a content type that is accepted; a header with more is of no use to anybody. */
export const MAX_CONTENT_TYPE_LENGTH = 500

const IS_TOKEN = new RegExp(`^${TOKEN}$`)

/** A content type as a header has it: values in quotes where they need them. */
export function formatContentType({ type, parameters }: ContentType): string {
  const written = [...parameters].map(([name, value]) => {
    return `${name}=${IS_TOKEN.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`
  })
  return [type, ...written].join('; ')
}

/** Reads a content type; null for one that is malformed, and where a parameter is given twice. */
export function readContentType(text: string): ContentType | null {
  if (text.length > MAX_CONTENT_TYPE_LENGTH || !CONTENT_TYPE.test(text)) return null
  const parameters = new Map<string, string>()
  for (const [, name = '', token, quoted = ''] of text.matchAll(PARAMETER)) {
    if (parameters.has(name.toLowerCase())) return null
    parameters.set(name.toLowerCase(), token ?? quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
  }
  return { type: text.split(';', 1)[0]?.trim().toLowerCase() ?? '', parameters }
}
