import { Context, type Liquid } from 'liquidjs'
import { isPlainObject } from '../../models/domain/fields.js'
import type { Budget } from './threads/budget.js'

/** A part of a path: a name, or an index in brackets. */
export type Part = string | number

// Properties that Liquid itself defines: {{ items.size }}, {{ items.first }}.
const BUILT_IN = new Set<Part>(['size', 'first', 'last'])

// A path of many parts is tried in all combinations. For a few parts, checking the time costs more than it saves.
const MANY_PARTS = 20
// The cost of a list's item in characters, where a budget limits time and not memory.
const ITEM_COST = 10

/** The options of a rendering. */
export interface RenderOptions {
  /** Whether values are escaped for HTML. */
  escape: boolean
  /** The project's time zone, in which dates are read and printed; UTC without one. */
  timeZone?: string | undefined
  /** Replaces the engine's limits. The rendering throws OverBudget when it exceeds the budget. */
  budget?: Budget | null
  /** Whether captured text keeps its values apart from the author's text. */
  separates?: boolean
}

/**
 * The variables of one rendering. A name is searched first among the names of the template (assign, for), then among
 * the variables, and then in their `data`. At every level the longest literal key comes first, so that a field called
 * `profile.tier` wins over `tier` inside `profile`.
 */
export class RenderScope extends Context {
  /** Whether values are escaped for HTML. */
  readonly escapes: boolean
  /** The results of `capture`, which are already escaped. The same text is therefore safe wherever it occurs. */
  readonly captured = new Set<string>()
  /** The sizes of the lists and objects that filters returned. */
  readonly weights = new WeakMap<object, number>()
  private readonly budget: Budget | null
  private readonly locals: object[] = []

  /** Whether captured text keeps its values apart. */
  readonly separates: boolean
  /** The time zone of printed dates. */
  readonly timeZone: string

  /** Without a budget, the limits of the engine apply. */
  constructor(
    variables: Record<string, unknown>,
    engine: Liquid,
    { escape, timeZone = 'UTC', budget = null, separates = false }: RenderOptions,
  ) {
    const limits = budget ? { renderLimit: budget.leftMs, memoryLimit: budget.memory } : {}
    // `increment` writes into its environment. A copy keeps that value out of the next rendering.
    super({ ...variables }, engine.options, { sync: true, ...limits }, { liquid: engine })
    this.escapes = escape
    this.timeZone = timeZone
    this.separates = separates
    this.budget = budget
  }

  /**
   * Throws when the time is over. The engine checks only between tags, and one tag can hold thousands of comparisons.
   */
  checkTime(): void {
    this.renderLimit.check(performance.now())
  }

  /** Charges for a filter that reads a list, and perhaps sorts it. Throws when the charge exceeds the budget. */
  useItems(count: number): void {
    if (this.budget) this.memoryLimit.use(count * ITEM_COST)
  }

  override spawn(scope?: object): Context {
    this.checkTime()
    return super.spawn(scope)
  }

  override push(scope: object): number {
    this.locals.push(scope)
    return super.push(scope)
  }

  override pop(): object | undefined {
    this.locals.pop()
    return super.pop()
  }

  override *_get(path: unknown[]): IterableIterator<unknown> {
    return yield this.lookUp(partsOf(path))
  }

  /** Finds the value of a path, from the names of the template outwards. */
  lookUp(path: Part[]): unknown {
    this.checkTime()
    return this.find(path)
  }

  override *_getFromScope(scope: unknown, path: unknown[] | string): IterableIterator<unknown> {
    this.checkTime()
    return yield this.walk(scope, partsOf(typeof path === 'string' ? [path] : path), 0)
  }

  private find(parts: Part[]): unknown {
    const variables: unknown = this.environments
    const data = isPlainObject(variables) ? variables.data : undefined
    for (const scope of [...this.locals.toReversed(), this.bottom(), variables, data]) {
      const found = this.walk(scope, parts, 0)
      if (found !== undefined) return found
      // An inner name hides an outer name, even if the inner value lacks the property.
      if (isPlainObject(scope) && Object.hasOwn(scope, String(parts[0]))) return undefined
    }
    return undefined
  }

  private walk(value: unknown, parts: Part[], from: number): unknown {
    const part = parts[from]
    if (part === undefined) return value
    if (value === null || value === undefined) return undefined
    if (!isPlainObject(value)) {
      return this.walk(this.readProperty(value, part), parts, from + 1)
    }
    for (let to = parts.length; to > from; to -= 1) {
      if (parts.length > MANY_PARTS) this.checkTime()
      const key = parts.slice(from, to).join('.')
      if (!Object.hasOwn(value, key)) continue
      const found = this.walk(value[key], parts, to)
      if (found !== undefined) return found
    }
    return BUILT_IN.has(part) ? this.walk(this.readProperty(value, part), parts, from + 1) : undefined
  }
}

/** The parts of a path whose names may contain dots. */
export function partsOf(path: readonly unknown[]): Part[] {
  return path.flatMap((part): Part[] => {
    if (typeof part === 'number') return [part]
    return typeof part === 'string' ? part.split('.') : ['']
  })
}
