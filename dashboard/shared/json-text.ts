import { isPlainObject } from '../../models/domain/fields.js'

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
  return isPlainObject(value) ? value : null
}
