import { LiquidError, toValueSync } from 'liquidjs'
import { compile, positionOf, TemplateSyntaxError, type ParsedTemplate } from './compile.js'
import { BoundedOutput, engine } from './engine.js'
import { RenderScope } from './render-scope.js'
import { offsetOf } from './template-tokenizer.js'
import { OverBudget, type Budget } from './threads/budget.js'

// Whether a template takes much memory may depend on the values: after this time it is tried in the event loop again.
const LARGE_FOR_MS = 60_000

/** Where in a template something failed; line and column counted from 1. */
interface Place {
  part?: PartName
  line?: number
  column?: number
}

/** A template that failed on one recipient's values. The message holds neither content nor values. */
export class RenderError extends Error {
  readonly place: Place

  constructor(message: string, place: Place = {}) {
    super(message)
    this.name = 'RenderError'
    this.place = place
  }
}

/** How a template is filled in. */
interface RenderOptions {
  /** Whether values are escaped for HTML. */
  escape: boolean
  /** In place of the engine's limits, and with another end: OverBudget. */
  budget?: Budget | null
}

/**
 * Fills in a compiled template. What comes out is never read as a template again. Throws RenderError.
 */
export function render(
  compiled: ParsedTemplate,
  variables: Record<string, unknown>,
  { escape, budget = null }: RenderOptions,
): string {
  const scope = new RenderScope(variables, engine, escape, budget)
  const output = new BoundedOutput(scope)
  withinLimits(compiled, budget, () => toValueSync(engine.renderer.renderTemplates(compiled.templates, scope, output)))
  return output.buffer
}

/** Runs what renders a template, and says what it threw as `render` does. Throws RenderError, OverBudget. */
export function withinLimits<T>(compiled: ParsedTemplate, budget: Budget | null, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const limit = limitOf(error)
    if (!budget || limit === null) throw explain(error, compiled.source)
    compiled.slowUntilMs = performance.now() + (limit === 'memory' ? LARGE_FOR_MS : budget.avoidedMs)
    throw new OverBudget()
  }
}

/** Renders a whole message: the subject as one line of plain text, the body as HTML. Throws RenderError, OverBudget. */
export function renderMessage(
  template: { subject: string; body: string },
  variables: Record<string, unknown>,
  budget: Budget | null = null,
): { subject: string; html: string } {
  // Both before either is rendered: where one is for a thread, the other would be rendered twice.
  const subject = compilePart('subject', template.subject, budget)
  const body = compilePart('body', template.body, budget)
  return {
    subject: subjectLine(renderPart('subject', subject, variables, budget)),
    html: renderPart('body', body, variables, budget),
  }
}

/** A rendered subject as the one line that it is. */
export function subjectLine(rendered: string): string {
  return rendered.replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' ')
}

type PartName = 'subject' | 'body'

function compilePart(part: PartName, source: string, budget: Budget | null): ParsedTemplate {
  try {
    return compile(source, budget)
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    const message = `The ${part} has a Liquid syntax error at line ${line}, column ${column}`
    throw new RenderError(message, { part, line, column })
  }
}

function renderPart(
  part: PartName,
  compiled: ParsedTemplate,
  variables: Record<string, unknown>,
  budget: Budget | null,
): string {
  try {
    return render(compiled, variables, { escape: part === 'body', budget })
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.message, { ...error.place, part })
  }
}

type Limit = 'time' | 'memory'

/** What is said of a template that went beyond a limit. */
export const LIMIT_MESSAGES: Record<Limit, string> = {
  time: 'The template takes longer than a second to render',
  memory: 'The template needs too much memory to render',
}

// Between the first tags, the engine throws an error that is none of its own.
function limitOf(error: unknown): Limit | null {
  if (!(error instanceof Error)) return null
  if (error.message.includes('template render limit exceeded')) return 'time'
  return error.message.includes('memory alloc limit exceeded') ? 'memory' : null
}

// Liquid's own messages may quote values, so only their kind is passed on.
function explain(error: unknown, source: string): RenderError {
  const limit = limitOf(error)
  const place = LiquidError.is(error) ? positionOf(source, offsetOf(error.token)) : null
  if (limit) return new RenderError(LIMIT_MESSAGES[limit], place ?? {})
  if (!place) return new RenderError('The template could not be rendered')
  return new RenderError(`The template failed at line ${place.line}, column ${place.column}`, place)
}
