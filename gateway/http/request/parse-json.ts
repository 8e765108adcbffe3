import { AppError } from '../../../models/domain/errors.js'

/** Deeper than any valid request, and shallow enough for every function that recurses over the body. */
const MAX_DEPTH = 100
// More values than 256 KB of custom fields can hold. A fault takes far more memory than the value.
const MAX_VALUES = 200_000

/** Decodes UTF-8. Throws MALFORMED_BODY for invalid bytes instead of storing replacement characters. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('MALFORMED_BODY', 'The body is not valid UTF-8', { cause: error })
  }
}

/** A parsed body. */
export interface ParsedJson {
  value: unknown
  /** Whether a number in the body is beyond the safe integers. */
  hasLargeNumber: boolean
}

/**
 * Parses a JSON body; empty text counts as `{}`. Keys named `__proto__` are dropped, because later code could
 * use them as a prototype. Throws MALFORMED_BODY, or VALIDATION_ERROR for a body that is nested too deeply or
 * holds too many values.
 */
export function parseJson(text: string): ParsedJson {
  if (text === '') return { value: {}, hasLargeNumber: false }
  const value = parse(text)
  return { value, hasLargeNumber: isObject(value) && guard(value) }
}

/**
 * Whether a number is beyond 2^53 - 1: parsing rounds such an integer (RFC 8259 6). A smaller fraction loses only its
 * last digits and is accepted.
 */
export function isLargeNumber(value: number): boolean {
  return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the body, so it is discarded.
    throw new AppError('MALFORMED_BODY', 'The body is not valid JSON')
  }
}

/**
 * Refuses a body that is too deep or too large, and drops dangerous keys; returns whether it contains a large number.
 * Goes level by level instead of recursively, because the depth is not limited yet.
 */
function guard(root: object): boolean {
  let level = [root]
  let count = 0
  let hasLargeNumber = false
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw tooBig(`The body can be nested at most ${MAX_DEPTH} levels deep`)
    const next: object[] = []
    for (const node of level) {
      if (Object.hasOwn(node, '__proto__')) Reflect.deleteProperty(node, '__proto__')
      const children: unknown[] = Array.isArray(node) ? node : Object.values(node)
      count += children.length
      if (count > MAX_VALUES) throw tooBig(`The body can contain at most ${MAX_VALUES} values`)
      for (const child of children) {
        if (isObject(child)) next.push(child)
        else if (typeof child === 'number' && isLargeNumber(child)) hasLargeNumber = true
      }
    }
    level = next
  }
  return hasLargeNumber
}

function tooBig(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { errors: [{ field: '', code: 'too_big', message }] })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
