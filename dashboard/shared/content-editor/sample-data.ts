import type { ShownTo } from './message-draft.js'

type Data = NonNullable<ShownTo['data']>

/** Parses sample data that a user has written; null for no data, and undefined if it is not a JSON object. */
export function readSample(text: string): Data | null | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.keys(value).length === 0 ? null : (value as Data)
  } catch {
    return undefined
  }
}
