import { Drop, toValue } from 'liquidjs'
import { RenderError } from './render-message.js'

/**
 * A value in terms of JSON. `undefined` stays, because it means that there is no value. Throws RenderError for a number
 * that is not finite.
 */
export function jsonValue(value: unknown): unknown {
  const plain: unknown = value instanceof Drop ? toValue(value) : value
  if (typeof plain === 'number' && !Number.isFinite(plain)) throw new RenderError('The result is not a number')
  if (plain instanceof Date) return plain.toISOString()
  if (Array.isArray(plain)) return plain.map((item) => jsonValue(item) ?? null)
  if (typeof plain === 'object' && plain !== null) {
    return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, jsonValue(item)]))
  }
  return typeof plain === 'function' || typeof plain === 'symbol' ? null : plain
}
