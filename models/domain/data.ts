import { invalid, type FieldError } from './errors.js'
import { isPlainObject } from './fields.js'
import { utf8Length } from './utf8-length.js'

/** The changes that one request makes to a contact's custom fields; keys are literal, not escaped. */
export interface DataPatch {
  /** Fields to store; each replaces the whole value of its key. */
  set: Record<string, unknown>
  /** Fields to remove. */
  unset: string[]
  /** Whether to remove every custom field. */
  clearAll: boolean
  /** Values for this email or event only, which take precedence over stored ones. */
  oneOff: Record<string, unknown>
}

export const MAX_DATA_KEYS = 500
const MAX_DATA_BYTES = 256 * 1024
const MAX_KEY_LENGTH = 255
const MAX_LEVELS = 20

const RESERVED = new Set(['id', 'service_id', 'service_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'])
// These keys are harmless as own properties, but dangerous for code that copies data key by key.
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads the `data` of a request as a patch. With `nullClearsAll`, `data: null` removes every field; otherwise it
 * changes nothing. Throws VALIDATION_ERROR with all field errors: on `data`, `data.locale` or `data.<key>`.
 */
export function planDataPatch(data: unknown, options: { nullClearsAll?: boolean } = {}): DataPatch {
  const patch: DataPatch = { set: {}, unset: [], clearAll: false, oneOff: {} }
  if (data === undefined) return patch
  if (data === null) return { ...patch, clearAll: options.nullClearsAll === true }
  if (!isPlainObject(data)) {
    throw invalid([{ field: 'data', message: 'data must be an object', code: 'invalid_type' }])
  }
  const entries = Object.entries(data)
  const errors: FieldError[] = []
  if (entries.length > MAX_DATA_KEYS) errors.push(tooManyKeys())
  for (const [key, value] of entries) {
    if (RESERVED.has(key) || UNSAFE.has(key) || value === undefined) continue
    const error = faultOf(key, value)
    if (error) errors.push(error)
    else plan(patch, key, value)
  }
  if (errors.length === 0 && !fits({ ...patch.set, ...patch.oneOff })) errors.push(tooLarge())
  if (errors.length > 0) throw invalid(errors)
  return patch
}

/** The custom fields after the patch. Throws VALIDATION_ERROR on `data` for too many keys or too many bytes. */
export function applyDataPatch(current: Record<string, unknown>, patch: DataPatch): Record<string, unknown> {
  const merged = merge(current, patch)
  const errors: FieldError[] = []
  if (Object.keys(merged).length > MAX_DATA_KEYS) errors.push(tooManyKeys())
  if (!fits(merged)) errors.push(tooLarge())
  if (errors.length > 0) throw invalid(errors)
  return merged
}

/** Whether a patch adds, changes or removes a custom field. Setting a field to its current value is no change. */
export function isDataChanged(current: Record<string, unknown>, { set, unset }: DataPatch): boolean {
  if (unset.some((key) => Object.hasOwn(current, key))) return true
  return Object.entries(set).some(([key, value]) => !Object.hasOwn(current, key) || !isSame(current[key], value))
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

/** The limits on the custom fields of one contact. */
export interface DataRoom {
  keys: number
  bytes: number
}

/** The room for fields from the public key. It is half, so that as much remains for the project itself. */
export const PUBLIC_ROOM: DataRoom = { keys: MAX_DATA_KEYS / 2, bytes: MAX_DATA_BYTES / 2 }

/**
 * The fields of a patch that have room beside the existing fields, in the order of the patch. A field that does not
 * increase the keys or bytes of the data always has room.
 */
export function fitDataPatch(current: Record<string, unknown>, patch: DataPatch, room: DataRoom): DataPatch {
  const sent = Object.entries(patch.set)
  // Most requests repeat the fields of the contact.
  if (sent.every(([key, value]) => Object.hasOwn(current, key) && current[key] === value)) return patch
  const kept = merge(current, { ...patch, set: {} })
  const isNew = ([key]: [string, unknown]): boolean => !Object.hasOwn(kept, key)
  let keys = Object.keys(kept).length
  let bytes = utf8Length(JSON.stringify(kept))
  const fitting = sent.filter((field) => {
    const [key] = field
    const addedKeys = isNew(field) ? 1 : 0
    const addedBytes = bytesOf(field) - (addedKeys > 0 ? 0 : bytesOf([key, kept[key]]))
    if (addedKeys > 0 && keys + addedKeys > room.keys) return false
    if (addedBytes > 0 && bytes + addedBytes > room.bytes) return false
    keys += addedKeys
    bytes += addedBytes
    return true
  })
  return fitting.length === sent.length ? patch : { ...patch, set: Object.fromEntries(fitting) }
}

/** The bytes of a field in JSON, with the colon and the comma. */
function bytesOf([key, value]: [string, unknown]): number {
  return utf8Length(JSON.stringify(key)) + utf8Length(JSON.stringify(value)) + 2
}

/** Whether a value counts as missing, such as an empty string in the data of a request. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** The fields for this email or event: the stored fields after the patch, overridden by its one-off values. */
export function variablesFor(stored: Record<string, unknown>, patch: DataPatch): Record<string, unknown> {
  return { ...merge(stored, patch), ...patch.oneOff }
}

function merge(current: Record<string, unknown>, { set, unset, clearAll }: DataPatch): Record<string, unknown> {
  const removed = new Set(unset)
  const kept = clearAll ? [] : Object.entries(current).filter(([key]) => !removed.has(key))
  return Object.fromEntries([...kept, ...Object.entries(set)])
}

function plan(patch: DataPatch, key: string, sent: unknown): void {
  const wrapper = asWrapper(sent)
  if (wrapper?.persistent === false) {
    patch.oneOff[key] = clean(wrapper.value)
    return
  }
  const value = wrapper ? wrapper.value : sent
  // The API ignores an empty string and does not clear the field.
  if (value === '' || value === undefined) return
  if (value === null) patch.unset.push(key)
  else patch.set[key] = clean(value)
}

function asWrapper(sent: unknown): { value: unknown; persistent: boolean } | null {
  if (!isPlainObject(sent) || Object.keys(sent).length !== 2 || !Object.hasOwn(sent, 'value')) return null
  return typeof sent.persistent === 'boolean' ? { value: sent.value, persistent: sent.persistent } : null
}

function faultOf(key: string, sent: unknown): FieldError | null {
  const field = `data.${key.slice(0, MAX_KEY_LENGTH)}`
  if (key.length > MAX_KEY_LENGTH) {
    return { field, message: `A key can have at most ${MAX_KEY_LENGTH} characters`, code: 'too_big' }
  }
  const wrapper = asWrapper(sent)
  const value = wrapper ? wrapper.value : sent
  const isRemoval = value === null && wrapper?.persistent !== false
  if (key === 'locale' && !isRemoval && typeof value !== 'string') {
    return {
      field,
      message: 'locale must be a language tag such as en or pt-BR',
      code: 'invalid_type',
      received: typeof value,
    }
  }
  // The data object itself is the first level.
  const depth = levelsOf(sent, MAX_LEVELS)
  if (depth === null) return { field, message: 'The value must be valid JSON', code: 'invalid_type' }
  if (depth >= MAX_LEVELS) return { field, message: `Nested deeper than ${MAX_LEVELS} levels`, code: 'too_big' }
  return null
}

/** Levels of nesting, counted up to `limit`; null when part of the value has no JSON form. */
function levelsOf(value: unknown, limit: number): number | null {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return 0
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : null
  if (limit === 0) return 0
  if (!Array.isArray(value) && !isPlainObject(value)) return null
  let deepest = 0
  for (const item of Object.values(value)) {
    const levels = levelsOf(item, limit - 1)
    if (levels === null) return null
    deepest = Math.max(deepest, levels)
  }
  return deepest + 1
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([key, item]) => !UNSAFE.has(key) && item !== undefined)
  return Object.fromEntries(entries.map(([key, item]) => [key, clean(item)]))
}

function fits(data: Record<string, unknown>): boolean {
  return utf8Length(JSON.stringify(data)) <= MAX_DATA_BYTES
}

function tooManyKeys(): FieldError {
  return { field: 'data', message: `data can have at most ${MAX_DATA_KEYS} keys`, code: 'too_big' }
}

function tooLarge(): FieldError {
  return { field: 'data', message: `data can be at most ${MAX_DATA_BYTES / 1024} KB as JSON`, code: 'too_big' }
}
