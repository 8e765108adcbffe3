import { Drop, toValueSync, type Liquid } from 'liquidjs'
import { RenderScope } from './render-scope.js'

type Filter = Liquid['filters'][string]
type Handler = Extract<Filter, (...args: never[]) => unknown>

// Far above what the fields of a contact come to. The engine itself looks at the length of a list alone, and a
// list put into itself over and over is short and yet takes for ever to print, to join or to compare.
const MAX_LIST_WEIGHT = 1_000_000
// Their results may be longer than what they are given, and the engine does not charge for them.
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

/** Holds every filter to the limits of its rendering, which the engine looks at between tags only. */
export function boundFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (typeof filter === 'function') liquid.registerFilter(name, bounded(name, filter))
  }
}

function bounded(name: string, filter: Handler): Handler {
  return function (value: unknown, ...args: unknown[]): unknown {
    const { context } = this
    if (context instanceof RenderScope) context.checkTime()
    const result: unknown = toValueSync(filter.call(this, value, ...args))
    if (typeof result === 'string' && UNCHARGED.has(name)) context.memoryLimit.use(result.length)
    const isTooLarge = context instanceof RenderScope && weightOf(result, context.weights) > MAX_LIST_WEIGHT
    if (isTooLarge) context.memoryLimit.use(Infinity)
    return result
  }
}

/** Items and characters of a list or an object, shared parts counted wherever they turn up; 0 for anything else. */
function weightOf(value: unknown, known: WeakMap<object, number>): number {
  if (typeof value !== 'object' || value === null || value instanceof Drop) return 0
  const before = known.get(value)
  if (before !== undefined) return before
  let weight = 1
  for (const item of Object.values(value) as unknown[]) {
    weight += typeof item === 'string' ? item.length + 1 : 1 + weightOf(item, known)
    if (weight > MAX_LIST_WEIGHT) break
  }
  known.set(value, weight)
  return weight
}
