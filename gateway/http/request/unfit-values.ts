import type { FieldError, FieldErrorCode } from '../../../models/domain/errors.js'
import { isLargeNumber, type ParsedJson } from './parse-json.js'

const MAX_FAULTS = 1_000
const UNFIT_TEXT = /\0|\p{Surrogate}/u
// The forms of unfit text in JSON. The texts of a source without any of them need no check.
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/**
 * Finds values that no endpoint accepts, at any depth of a parsed body: text with a NUL, which ends a string in much
 * software; text with half a surrogate pair, which would be stored as another character; and numbers beyond 2^53, whose
 * last digits are lost in parsing. The schemas check keys. `source` is the JSON that the body was parsed from.
 */
export function unfitValues({ value, hasLargeNumber }: ParsedJson, source: string): FieldError[] {
  const faults: FieldError[] = []
  if (hasLargeNumber || SUSPICIOUS.test(source)) collect(value, [], faults)
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
    refuse('invalid_string', 'Text cannot contain NUL characters or unpaired surrogates')
  } else if (typeof value === 'number' && isLargeNumber(value)) {
    refuse('too_big', 'Numbers beyond 2^53 lose precision. Send the number as a string')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      path.push(key)
      collect(item, path, faults)
      path.pop()
    }
  }
}
