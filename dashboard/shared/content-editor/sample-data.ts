import { readObject } from '../json-text.js'

/** The sample data that a user has written; null for no data, and undefined where it is no JSON object. */
export function readSample(text: string): Record<string, unknown> | null | undefined {
  const data = readObject(text)
  if (data === null) return undefined
  return Object.keys(data).length === 0 ? null : data
}
