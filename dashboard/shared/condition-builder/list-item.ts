import type { ValueType } from './value-type.js'

/** A typed text as a value of a list of this type; null where it is none. */
export function listItemOf(text: string, type: ValueType): string | number | boolean | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'number') return Number.isFinite(Number(trimmed)) ? Number(trimmed) : null
  if (type === 'yesNo')
    return trimmed === 'true' || trimmed === 'yes' ? true : trimmed === 'false' || trimmed === 'no' ? false : null
  return trimmed
}
