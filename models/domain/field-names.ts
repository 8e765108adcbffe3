/** The standard fields of a contact, in the order of the API's list. */
export const STANDARD_FIELDS = [
  { name: 'email', type: 'string' },
  { name: 'subscribed', type: 'boolean' },
  { name: 'createdAt', type: 'date' },
  { name: 'updatedAt', type: 'date' },
] as const
export type StandardField = (typeof STANDARD_FIELDS)[number]['name']

const PREFIX = 'data.'

/** The field that a name refers to: a standard field, or a custom field by its literal key. */
export type NamedField = { standard: StandardField } | { key: string }

/** Reads the name of a field. A custom field is `data.<key>`, or only its key if no standard field has that name. */
export function readFieldName(name: string): NamedField {
  const standard = STANDARD_FIELDS.find((field) => field.name === name)
  if (standard) return { standard: standard.name }
  return { key: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name }
}

/** The name of a custom field, by its literal key. */
export function customFieldName(key: string): string {
  return PREFIX + key
}

/**
 * Whether the name of a custom field matches a pattern, in which `*` stands for any characters and `data.` is optional.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...others] = (pattern.startsWith(PREFIX) ? pattern : PREFIX + pattern).split('*')
  const last = others.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  const middle = name.slice(first.length, name.length - last.length)
  let at = 0
  return others.every((part) => {
    const found = middle.indexOf(part, at)
    at = found + part.length
    return found !== -1
  })
}

/**
 * The name among `known` that differs from one of `wanted` in nothing but capitals, spaces, dashes and underscores;
 * null without one.
 */
export function spelledAlike(wanted: readonly string[], known: readonly string[]): string | null {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  const spellings = new Set(wanted.map(plain))
  return known.find((name) => spellings.has(plain(name))) ?? null
}
