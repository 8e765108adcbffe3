/** The value that a text writes as JSON; undefined where it writes none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that a text writes as JSON: an empty one for an empty text, and null where it writes none. */
export function readObject(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  const value = readJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : null
}
