/** The fields that every contact has, in the order in which they are listed. */
export const STANDARD_FIELDS = [
  { name: 'email', type: 'string' },
  { name: 'subscribed', type: 'boolean' },
  { name: 'createdAt', type: 'date' },
  { name: 'updatedAt', type: 'date' },
] as const
export type StandardField = (typeof STANDARD_FIELDS)[number]['name']

const PREFIX = 'data.'

/** What a field's name means: a field that every contact has, or a custom one by its literal key. */
export type NamedField = { standard: StandardField } | { key: string }

/** Reads a field's name; a custom field is `data.` and its key, or the key alone where no other field is called so. */
export function readFieldName(name: string): NamedField {
  const standard = STANDARD_FIELDS.find((field) => field.name === name)
  if (standard) return { standard: standard.name }
  return { key: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name }
}

/** The name of a custom field, by its literal key. */
export function customFieldName(key: string): string {
  return PREFIX + key
}
