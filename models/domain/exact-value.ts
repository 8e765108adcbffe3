import { invalid } from './errors.js'

// Deeper values are refused by `planDataPatch`.
const MAX_LEVELS = 20
// Beyond it, reading JSON rounds whole numbers (RFC 8259 6).
const LARGEST_INTEGER = 2 ** 53
const UNFIT_TEXT = /\0|\p{Surrogate}/u

/**
 * A value of a file of the service itself, for `planDataPatch`, which stores it as it is: a value that has the form of
 * a one-off value is none. Throws VALIDATION_ERROR for text and numbers that no request may store.
 */
export function exactValue(key: string, value: unknown): unknown {
  const message = faultOf(value, MAX_LEVELS)
  if (message) throw invalid([{ field: `data.${key}`, code: 'custom', message }])
  return typeof value === 'object' && value !== null && 'persistent' in value ? { value, persistent: true } : value
}

function faultOf(value: unknown, levels: number): string | null {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return Math.abs(value) > LARGEST_INTEGER ? 'A number can be at most 2^53' : null
  if (typeof value !== 'object' || value === null || levels === 0) return null
  for (const [key, item] of Object.entries(value)) {
    const fault = textFault(key) ?? faultOf(item, levels - 1)
    if (fault) return fault
  }
  return null
}

function textFault(text: string): string | null {
  return UNFIT_TEXT.test(text) ? 'Text cannot contain NUL characters or unpaired surrogates' : null
}
