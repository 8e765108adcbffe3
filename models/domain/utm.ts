/** The UTM parameters, in the order in which links get them. */
export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type UtmName = (typeof UTM_NAMES)[number]

/** The UTM parameters that the links of a message get, each in Liquid. */
export type Utm = Partial<Record<UtmName, string>>

/** The UTM parameters that a project has for its new campaigns. */
export const PROJECT_UTM_NAMES = ['source', 'medium'] as const
export type ProjectUtm = Pick<Utm, (typeof PROJECT_UTM_NAMES)[number]>

/** The UTM parameters of a new campaign as they are sent: a blank one keeps that of the project away, as null does. */
export type NewUtm = { [name in UtmName]?: string | null | undefined } | null

/** The UTM parameters of a new campaign: its own, and its project's in place of missing ones. Null without any. */
export function utmOfNew(own: NewUtm | undefined, ofProject: ProjectUtm | undefined): Utm | null {
  return own === null ? null : withoutBlanks({ ...ofProject, ...own })
}

/** The parameters that have a value; null without any. */
export function withoutBlanks(utm: NonNullable<NewUtm>): Utm | null {
  const given = UTM_NAMES.flatMap((name) => (utm[name] ? [[name, utm[name]] as const] : []))
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** The limit on a UTM parameter, as it is written and as it is rendered, in characters. */
export const MAX_UTM_LENGTH = 200

const LIQUID = /\{[{%]/

/** A parameter of a link. */
export interface LinkParameter {
  name: string
  /** Encoded for its place. */
  value: string
}

/** The parameter of a rendered value; null for a blank value, which adds nothing. */
export function utmParameter(name: UtmName, rendered: string): LinkParameter | null {
  const value = rendered.trim().slice(0, MAX_UTM_LENGTH)
  return value === '' ? null : { name: `utm_${name}`, value: encoded(value) }
}

/** The parameters that a message has for every recipient; null where its UTM parameters have Liquid. */
export function fixedParameters(utm: Utm | null | undefined): LinkParameter[] | null {
  if (!utm) return []
  if (UTM_NAMES.some((name) => LIQUID.test(utm[name] ?? ''))) return null
  return UTM_NAMES.flatMap((name) => utmParameter(name, utm[name] ?? '') ?? [])
}

/**
 * The address with the parameters that it does not have yet, before its fragment. The rest of the address stays as it
 * is, to the byte.
 */
export function withParameters(address: string, parameters: readonly LinkParameter[]): string {
  const hash = address.indexOf('#')
  const end = hash < 0 ? address.length : hash
  const mark = address.indexOf('?')
  const hasQuery = mark >= 0 && mark < end
  const query = hasQuery ? address.slice(mark + 1, end) : ''
  const added = parameters.filter(({ name }) => !hasParameter(query, name))
  if (added.length === 0) return address
  const separator = !hasQuery ? '?' : query === '' || query.endsWith('&') ? '' : '&'
  const text = added.map(({ name, value }) => `${name}=${value}`).join('&')
  return address.slice(0, end) + separator + text + address.slice(end)
}

function hasParameter(query: string, name: string): boolean {
  return query !== '' && query.split('&').some((part) => decoded(part.split('=', 1)[0] ?? '') === name)
}

// Besides what `encodeURIComponent` encodes: characters with a meaning in HTML or around addresses in text. Half of a
// surrogate pair has no encoding.
function encoded(value: string): string {
  const whole = value.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  return encodeURIComponent(whole).replaceAll(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}
