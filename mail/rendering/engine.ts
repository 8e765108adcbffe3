import { CaptureTag, Liquid, toValue, type Context } from 'liquidjs'
import { boundFilters } from './bounded-filters.js'
import { registerDateFilters } from './dates/date-filters.js'
import { escapeHtml } from './escape-html.js'
import { TAG_FALLBACK } from './expression-reader.js'
import { FinishedText, printed } from './finished-text.js'
import { OUTPUT_FALLBACK } from './output-syntax.js'
import { BoundedOutput, CapturedText, separateValues, SeparateOutput } from './print-values.js'
import { RenderScope } from './render-scope.js'

const RENDER_LIMIT_MS = 1_000
// The limit in characters and array items, output included: far above any message that a mailbox would show.
const MEMORY_LIMIT = 10_000_000

// Templates must not reach files and other templates.
const REFUSED_TAGS = ['include', 'render', 'layout', 'block']
// These filters run a text as an expression, and that text may come from a contact.
const REFUSED_FILTERS = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']

interface FilterCall {
  context: Context
}

class BoundedCapture extends CaptureTag {
  override *render(scope: Context): Generator<unknown, void, string> {
    const isSeparate = scope instanceof RenderScope && scope.separates
    const output = isSeparate ? new SeparateOutput(scope) : new BoundedOutput(scope)
    yield this.liquid.renderer.renderTemplates(this.templates, scope, output)
    if (scope instanceof RenderScope && scope.escapes) scope.captured.add(output.buffer)
    const variables: Record<string, unknown> = scope.bottom()
    variables[this.variable] = output instanceof SeparateOutput ? new CapturedText(output.parts) : output.buffer
  }
}

/**
 * The only Liquid engine. It reads no files and only own properties of objects, and its limits stop a hostile template.
 */
export const engine = createEngine()

function createEngine(): Liquid {
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    groupedExpressions: true,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    outputEscape: finish,
  })
  // A name such as `constructor`, which every object has, is neither a tag nor a filter.
  for (const names of [liquid.tags, liquid.filters]) Object.setPrototypeOf(names, null)
  for (const tag of REFUSED_TAGS) delete liquid.tags[tag]
  for (const filter of REFUSED_FILTERS) liquid.unregisterFilter(filter)
  liquid.registerTag('capture', BoundedCapture)
  liquid.registerFilter(OUTPUT_FALLBACK, (value: unknown, text: string, html?: string, ...typed: unknown[]) =>
    isMissing(value) ? new FinishedText(text, html, typed.length > 0 ? toValue(typed[0]) : text) : value,
  )
  liquid.registerFilter(TAG_FALLBACK, (value: unknown, fallback: unknown) => (isMissing(value) ? fallback : value))
  for (const filter of ['escape', 'xml_escape']) liquid.registerFilter(filter, escaped)
  liquid.registerFilter('escape_once', escapedOnce)
  liquid.registerFilter('newline_to_br', withBreaks)
  registerDateFilters(liquid)
  boundFilters(liquid)
  separateValues(liquid)
  return liquid
}

function isMissing(value: unknown): boolean {
  const plain: unknown = toValue(value)
  return plain === undefined || plain === null || plain === ''
}

/** The last step of every output: a value becomes text, escaped where the rendering escapes. */
function finish(this: FilterCall, value: unknown): string {
  const { context } = this
  const isEscaping = context instanceof RenderScope && context.escapes
  if (value instanceof FinishedText) return isEscaping ? value.html : value.text
  const text = printed(value)
  if (!isEscaping) return text
  if (context.captured.has(text)) return text
  context.memoryLimit.use(text.length)
  return escapeHtml(text)
}

// A value that the author escapes must not be escaped again at the end.
function escaped(this: FilterCall, value: unknown): FinishedText {
  const text = printed(value)
  this.context.memoryLimit.use(text.length)
  return new FinishedText(escapeHtml(text))
}

function escapedOnce(this: FilterCall, value: unknown): FinishedText {
  const text = printed(value)
  this.context.memoryLimit.use(text.length)
  const isEntity = (match: string): boolean => match.length > 1
  return new FinishedText(
    text.replaceAll(/&(?:amp|lt|gt|quot|#34|#39);|[&<>"']/g, (match) => (isEntity(match) ? match : escapeHtml(match))),
  )
}

function withBreaks(this: FilterCall, value: unknown): FinishedText {
  const text = finish.call(this, value)
  this.context.memoryLimit.use(text.length)
  return new FinishedText(text.replaceAll(/\r?\n/g, '<br />\n'))
}
