import type { FieldError, FieldErrorCode } from '../../../models/domain/errors.js'

const MAX_FAULTS = 1_000
const UNFIT_TEXT = /\0|\p{Surrogate}/u
// The forms of unfit values in JSON; a source without any of them need not be walked.
const SUSPICIOUS = /\\u(?:0000|d[89a-f])|\de\+?\d{3}|\d{309}/i

/**
 * Finds values that no endpoint accepts, at any depth of a parsed body: text with a NUL, at which much software ends a
 * string; text with half a surrogate pair, which would be stored as another character; and numbers that overflow to
 * infinity. The schemas check keys. `source` is the JSON that the body was parsed from.
 */
export function unfitValues(body: unknown, source: string): FieldError[] {
  const faults: FieldError[] = []
  if (SUSPICIOUS.test(source)) collect(body, [], faults)
  return faults
}

/** Whether text holds a NUL or half a surrogate pair. */
export function isUnfitText(text: string): boolean {
  return UNFIT_TEXT.test(text)
}

function collect(value: unknown, path: string[], faults: FieldError[]): void {
  if (faults.length >= MAX_FAULTS) return
  const refuse = (code: FieldErrorCode, message: string): void =>
    void faults.push({ field: path.join('.'), code, message })
  if (typeof value === 'string' && isUnfitText(value)) {
    refuse('invalid_string', 'Text has no NUL character and no half of a surrogate pair')
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    refuse('too_big', 'The number is too large')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      path.push(key)
      collect(item, path, faults)
      path.pop()
    }
  }
}
