import type { FieldError, FieldErrorCode } from '../errors.js'
import { isPlainObject } from '../fields.js'

// A design of half a megabyte can have thousands of errors. The limit keeps the response readable.
const MAX_ERRORS = 1_000

/** Limits on a text; `min` is 0 where it may be empty. */
interface TextLimits {
  min?: number
  max: number
}

/** Reads values of foreign JSON, and collects all errors in them by their paths. */
export class Reading {
  readonly errors: FieldError[] = []
  /** The ids of the blocks that have been read, and the number of blocks. */
  readonly ids = new Set<string>()
  blocks = 0

  /** Whether the most errors have been found, so that further reading is useless. */
  get isFull(): boolean {
    return this.errors.length >= MAX_ERRORS
  }

  /** Notes an error. */
  refuse(field: string, message: string, code: FieldErrorCode): null {
    if (!this.isFull) this.errors.push({ field, message, code })
    return null
  }

  /** Notes the error of a value that is missing or has another type. */
  refuseType(value: unknown, field: string, expected: string): null {
    if (value === undefined || value === null) return this.refuse(field, `Required: ${expected}`, 'required')
    return this.refuse(field, `Must be ${expected}`, 'invalid_type')
  }

  object(value: unknown, field: string): Record<string, unknown> | null {
    return isPlainObject(value) ? value : this.refuseType(value, field, 'an object')
  }

  text(value: unknown, field: string, { min = 0, max }: TextLimits): string | null {
    if (typeof value !== 'string') return this.refuseType(value, field, 'a text')
    if (value.length < min) return this.refuse(field, 'Must not be empty', 'too_small')
    if (value.length > max) return this.refuse(field, `Can have at most ${max} characters`, 'too_big')
    return value
  }

  oneOf<T extends string | number>(value: unknown, field: string, options: readonly T[]): T | null {
    const found = options.find((option) => option === value)
    if (found !== undefined) return found
    const code = value === undefined || value === null ? 'required' : 'invalid_enum_value'
    return this.refuse(field, `Must be one of ${options.join(', ')}`, code)
  }

  boolean(value: unknown, field: string): boolean | null {
    return typeof value === 'boolean' ? value : this.refuseType(value, field, 'true or false')
  }

  integer(value: unknown, field: string, min: number, max: number): number | null {
    if (typeof value !== 'number' || !Number.isInteger(value)) return this.refuseType(value, field, 'a whole number')
    if (value < min) return this.refuse(field, `Must be at least ${min}`, 'too_small')
    return value > max ? this.refuse(field, `Must be at most ${max}`, 'too_big') : value
  }

  /** Reads a colour as `#rrggbb`, in lower case. */
  colour(value: unknown, field: string): string | null {
    if (typeof value !== 'string') return this.refuseType(value, field, 'a colour such as #2f5fd0')
    if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
    return this.refuse(field, 'Must be a colour such as #2f5fd0', 'invalid_string')
  }

  /** Reads each item of a list; null where the list or one of its items has an error. */
  list<T>(
    value: unknown,
    field: string,
    { max, min = 0, read }: { max: number; min?: number; read: (item: unknown, at: string) => T | null },
  ): T[] | null {
    if (!Array.isArray(value)) return this.refuseType(value, field, 'a list')
    if (value.length < min) return this.refuse(field, `Must have at least ${min} items`, 'too_small')
    if (value.length > max) return this.refuse(field, `Can have at most ${max} items`, 'too_big')
    const items: (T | null)[] = []
    for (const [index, item] of value.entries()) {
      if (this.isFull) return null
      items.push(read(item, `${field}.${index}`))
    }
    return items.every((item) => item !== null) ? items : null
  }

  /** Reads a value that may be left out; undefined and null count as left out. */
  optional<T>(value: unknown, field: string, read: (value: unknown, field: string) => T | null): T | undefined {
    return value === undefined || value === null ? undefined : (read(value, field) ?? undefined)
  }
}

/** The object without the keys whose values are undefined. */
export function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
}
