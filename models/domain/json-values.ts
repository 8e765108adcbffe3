/** The value of a field; undefined unless `value` is an object with that field. */
export function objectAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

/** The text of a field; null for any other value. */
export function textAt(value: unknown, key: string): string | null {
  const text = objectAt(value, key)
  return typeof text === 'string' ? text : null
}

/** The texts of a field that is an array; none for any other value. */
export function textsAt(value: unknown, key: string): string[] {
  const texts = objectAt(value, key)
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

/** The time of a field; null for any other value. */
export function timeAt(value: unknown, key: string): Date | null {
  const date = new Date(textAt(value, key) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
