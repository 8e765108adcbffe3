import { Drop, toValueSync, type Liquid } from 'liquidjs'
import { printed } from './finished-text.js'
import { RenderScope } from './render-scope.js'

type Filter = Liquid['filters'][string]
type Handler = Extract<Filter, (...args: never[]) => unknown>

// Far above the fields of a contact. The engine itself checks only the length of a list. A list that is put into itself
// again and again is short, but takes forever to print, to join or to compare.
const MAX_LIST_WEIGHT = 1_000_000
// The results of these filters may be longer than their input, and the engine does not charge for them.
const UNCHARGED = new Set([
  'url_encode',
  'url_decode',
  'cgi_escape',
  'uri_escape',
  'slugify',
  'json',
  'jsonify',
  'inspect',
])

// The engine turns an object into text by the object's own `toString`, which may be a field of a contact.
const TEXT_FILTERS = new Set(
  [
    'append prepend upcase downcase capitalize strip lstrip rstrip squish slugify remove remove_first remove_last',
    'replace replace_first replace_last split strip_html strip_newlines normalize_whitespace number_of_words truncate',
    'truncatewords base64_encode base64_decode url_encode url_decode cgi_escape uri_escape sha256 hmac_sha256',
  ].flatMap((names) => names.split(' ')),
)
const LIST_FILTERS = new Set(['join', 'array_to_sentence_string'])

/**
 * Holds every filter to the limits of its rendering, which the engine checks only between tags. Text filters receive
 * objects in their printed form.
 */
export function boundFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (typeof filter === 'function') liquid.registerFilter(name, bounded(name, filter))
  }
}

function bounded(name: string, filter: Handler): Handler {
  return function (value: unknown, ...args: unknown[]): unknown {
    const { context } = this
    if (context instanceof RenderScope) {
      context.checkTime()
      if (Array.isArray(value)) context.useItems(value.length)
    }
    const [input, ...rest] = [value, ...args].map((argument) => legible(name, argument))
    const result: unknown = toValueSync(filter.call(this, input, ...rest))
    if (typeof result === 'string' && UNCHARGED.has(name)) context.memoryLimit.use(result.length)
    const isTooLarge = context instanceof RenderScope && weightOf(result, context.weights) > MAX_LIST_WEIGHT
    if (isTooLarge) context.memoryLimit.use(Infinity)
    return result
  }
}

function legible(name: string, value: unknown): unknown {
  if (LIST_FILTERS.has(name) && Array.isArray(value)) return value.map((item: unknown) => textOf(item))
  return TEXT_FILTERS.has(name) ? textOf(value) : value
}

function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Drop) ? printed(value) : value
}

/**
 * The number of items and characters of a list or an object; 0 for other values. A shared item counts each time it
 * occurs.
 */
function weightOf(value: unknown, cache: WeakMap<object, number>): number {
  if (typeof value !== 'object' || value === null || value instanceof Drop) return 0
  const cached = cache.get(value)
  if (cached !== undefined) return cached
  let weight = 1
  for (const item of Object.values(value) as unknown[]) {
    weight += typeof item === 'string' ? item.length + 1 : 1 + weightOf(item, cache)
    if (weight > MAX_LIST_WEIGHT) break
  }
  cache.set(value, weight)
  return weight
}
