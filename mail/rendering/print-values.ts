import {
  CycleTag,
  DecrementTag,
  Drop,
  EchoTag,
  IncrementTag,
  LiquidError,
  Output,
  RenderError,
  toValue,
  toValueSync,
  TypeGuards,
  Value,
  type Context,
  type Emitter,
  type Liquid,
  type Template,
} from 'liquidjs'
import { FinishedText, printed } from './finished-text.js'
import { OUTPUT_FALLBACK } from './output-syntax.js'
import type { RenderScope } from './render-scope.js'

/** A value that a template prints, before it becomes text. */
export interface PrintedValue {
  value: unknown
  /** The printed text of the value. */
  text: string
  /** The filter that made the value, besides `raw`; null for the author's fallback and for a value without a filter. */
  lastFilter: string | null
}

/** Collects the output of a template, within the memory limit of its rendering. */
export class BoundedOutput implements Emitter {
  buffer = ''
  private readonly scope: Context

  constructor(scope: Context) {
    this.scope = scope
  }

  write(value: unknown): void {
    const text = printed(value)
    this.scope.memoryLimit.use(text.length)
    this.buffer += text
  }
}

/** Collects the output of a template in parts: the author's text, and the values between. */
export class SeparateOutput implements Emitter {
  buffer = ''
  readonly parts: (string | PrintedValue)[] = []
  private readonly scope: Context

  constructor(scope: Context) {
    this.scope = scope
  }

  write(text: unknown): void {
    const literal = String(text)
    this.scope.memoryLimit.use(literal.length)
    this.parts.push(literal)
  }

  /** Writes a value, or the parts of a captured text. */
  writeValue(value: unknown, lastFilter: string | null = null): void {
    const parts = value instanceof CapturedText ? value.parts : [{ value, text: printed(value), lastFilter }]
    for (const part of parts) {
      this.scope.memoryLimit.use(1 + (typeof part === 'string' ? part : part.text).length)
      this.parts.push(part)
    }
  }
}

/** The result of `capture`. Filters and comparisons see a text, and printing it prints its parts. */
export class CapturedText extends Drop {
  readonly parts: SeparateOutput['parts']

  constructor(parts: SeparateOutput['parts']) {
    super()
    this.parts = parts
  }

  override valueOf(): string {
    return this.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
  }

  override liquidMethodMissing(key: string | number): unknown {
    return key === 'size' ? this.valueOf().length : undefined
  }
}

interface Evaluated {
  value: unknown
  lastFilter: string | null
}

type Evaluation = Generator<unknown, Evaluated, unknown>
type RenderAll = Liquid['renderer']['renderTemplates']

/** Makes the renderer tell values from text where it writes to a `SeparateOutput`, at any depth of blocks. */
export function separateValues({ renderer }: Liquid): void {
  const renderAll: RenderAll = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, scope, emitter) =>
    emitter instanceof SeparateOutput
      ? renderSeparately(templates, scope, { emitter, renderAll })
      : renderAll(templates, scope, emitter)
}

/** The value of a template that is only one output, perhaps with blanks around it; null for any other template. */
export function onlyValueOf(templates: Template[], scope: RenderScope): Evaluated | null {
  const output = onlyOutputOf(templates)
  return output && toValueSync(evaluate(output, scope))
}

/** The only output of a template; null where the template has anything else but blanks. */
export function onlyOutputOf(templates: Template[]): Output | null {
  const others = templates.filter(({ token }) => !TypeGuards.isHTMLToken(token) || token.getContent().trim() !== '')
  const [output] = others
  return output instanceof Output && others.length === 1 ? output : null
}

function* renderSeparately(
  templates: Template[],
  scope: Context,
  { emitter, renderAll }: { emitter: SeparateOutput; renderAll: RenderAll },
): IterableIterator<unknown> {
  for (const template of templates) {
    if (template instanceof Output || template instanceof EchoTag) {
      const { value, lastFilter } = (yield evaluate(template, scope)) as Evaluated
      emitter.writeValue(value, lastFilter)
    } else if (isCounting(template)) {
      const output = new BoundedOutput(scope)
      yield renderAll([template], scope, output)
      emitter.writeValue(template instanceof CycleTag ? output.buffer : Number(output.buffer))
    } else yield renderAll([template], scope, emitter)
    if (scope.breakCalled || scope.continueCalled) return emitter.buffer
  }
  return emitter.buffer
}

function isCounting(template: Template): boolean {
  return [CycleTag, IncrementTag, DecrementTag].some((tag) => template instanceof tag)
}

function* evaluate(template: Output | EchoTag, scope: Context): Evaluation {
  try {
    scope.renderLimit.check(performance.now())
    const [argument] = template.arguments()
    if (!(argument instanceof Value)) return { value: undefined, lastFilter: null }
    let value: unknown = yield argument.initial.evaluate(scope, false)
    const filters = filtersOf(template, argument)
    for (const filter of filters) value = yield filter.render(value, scope)
    const isFallback = filters.at(-1)?.name === OUTPUT_FALLBACK && value instanceof FinishedText
    const lastFilter = isFallback ? null : lastFilterOf(filters)
    if (value instanceof CapturedText) return { value, lastFilter }
    return { value: value instanceof FinishedText ? value.typed : toValue(value), lastFilter }
  } catch (error) {
    throw LiquidError.is(error) ? error : new RenderError(error as Error, template)
  }
}

/**
 * The author's filters without `raw`, which changes no value, and without the filter that the engine adds to escape.
 */
function filtersOf(template: Output | EchoTag, { filters }: Value): Value['filters'] {
  const isEscaped = template instanceof Output && filters.at(-1)?.raw === false
  return (isEscaped ? filters.slice(0, -1) : filters).filter(({ raw }) => !raw)
}

function lastFilterOf(filters: Value['filters']): string | null {
  return filters.findLast(({ name }) => name !== OUTPUT_FALLBACK)?.name ?? null
}

/** The name of the last filter of an output besides `raw` and the fallback; null without one. */
export function lastFilterOfOutput(output: Output): string | null {
  return lastFilterOf(filtersOf(output, output.value))
}
