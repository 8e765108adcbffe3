import { LiquidError, toValueSync } from 'liquidjs'
import {
  fixedParameters,
  UTM_NAMES,
  utmParameter,
  type LinkParameter,
  type Utm,
  type UtmName,
} from '../../models/domain/utm.js'
import { compile, positionOf, TemplateSyntaxError, type ParsedTemplate } from './compile.js'
import { engine } from './engine.js'
import { BoundedOutput } from './print-values.js'
import { RenderScope, type RenderOptions } from './render-scope.js'
import { offsetOf } from './template-tokenizer.js'
import { OverBudget, type Budget } from './threads/budget.js'

// The memory that a template needs may depend on the values. After this time, the event loop tries the template again.
const LARGE_FOR_MS = 60_000

/** The place of a failure in a template; line and column counted from 1. */
interface Place {
  part?: FieldName
  line?: number
  column?: number
}

/** A template that failed with the values of one recipient. The message holds neither content nor values. */
export class RenderError extends Error {
  readonly place: Place

  constructor(message: string, place: Place = {}) {
    super(message)
    this.name = 'RenderError'
    this.place = place
  }
}

/** Renders a parsed template. The output is never read as a template again. Throws RenderError, OverBudget. */
export function render(compiled: ParsedTemplate, variables: Record<string, unknown>, options: RenderOptions): string {
  const scope = new RenderScope(variables, engine, options)
  const output = new BoundedOutput(scope)
  withinLimits(compiled, options.budget ?? null, () =>
    toValueSync(engine.renderer.renderTemplates(compiled.templates, scope, output)),
  )
  return output.buffer
}

/** Runs a rendering, and turns its errors into those of `render`. Throws RenderError, OverBudget. */
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

/** The templates of a message. */
export interface MessageTemplate {
  subject: string
  body: string
  /** The UTM parameters of its links; absent or null: none. */
  utm?: Utm | null
}

/** A message whose templates are rendered. */
export interface RenderedMessage {
  subject: string
  html: string
  /** The parameters that the web links of the message get. */
  parameters: LinkParameter[]
}

/** Parses both parts of a message. Throws RenderError, OverBudget. */
export function parseMessage(
  template: MessageTemplate,
  budget: Budget | null = null,
): { subject: ParsedTemplate; body: ParsedTemplate } {
  // Both parts are parsed before one is rendered. If parsing the second needs a thread, the first would be rendered
  // twice.
  return {
    subject: parsePart('subject', template.subject, budget),
    body: parsePart('body', template.body, budget),
  }
}

/**
 * Renders a whole message: the subject as one line of plain text, the body as HTML, the parameters of its links. Throws
 * RenderError, OverBudget.
 */
export function renderMessage(
  template: MessageTemplate,
  variables: Record<string, unknown>,
  { timeZone, budget = null }: Omit<RenderOptions, 'escape'> = {},
): RenderedMessage {
  const { subject, body } = parseMessage(template, budget)
  return {
    subject: subjectLine(inPart('subject', () => render(subject, variables, { escape: false, timeZone, budget }))),
    html: inPart('body', () => render(body, variables, { escape: true, timeZone, budget })),
    parameters: renderUtm(template.utm, variables, { timeZone, budget }),
  }
}

/** Renders the UTM parameters of a message; empty ones are left out. Throws RenderError, OverBudget. */
export function renderUtm(
  utm: Utm | null | undefined,
  variables: Record<string, unknown>,
  { timeZone, budget = null }: Omit<RenderOptions, 'escape'> = {},
): LinkParameter[] {
  const fixed = fixedParameters(utm)
  if (fixed || !utm) return fixed ?? []
  return UTM_NAMES.flatMap((name) => {
    const source = utm[name]
    if (!source) return []
    const part = `utm.${name}` as const
    const compiled = parsePart(part, source, budget)
    const rendered = inPart(part, () => render(compiled, variables, { escape: false, timeZone, budget }))
    return utmParameter(name, rendered) ?? []
  })
}

/** A rendered subject as one line. */
export function subjectLine(rendered: string): string {
  return rendered.replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' ')
}

/** The parts of a message that are Liquid and can be translated. */
export type PartName = 'subject' | 'body'

/** A part of a message, or one of its UTM parameters. */
export type FieldName = PartName | `utm.${UtmName}`

function parsePart(part: FieldName, source: string, budget: Budget | null): ParsedTemplate {
  try {
    return compile(source, budget)
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    const message = `The ${part} has a Liquid syntax error at line ${line}, column ${column}`
    throw new RenderError(message, { part, line, column })
  }
}

/** Runs the rendering of a part, which its errors then name. */
export function inPart<T>(part: FieldName, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw new RenderError(error.message, { ...error.place, part })
  }
}

type Limit = 'time' | 'memory'

/** The messages for templates that exceed a limit. */
export const LIMIT_MESSAGES: Record<Limit, string> = {
  time: 'The template takes longer than a second to render',
  memory: 'The template needs too much memory to render',
}

// Before the first tag, the engine throws an error that is not a LiquidError.
function limitOf(error: unknown): Limit | null {
  if (!(error instanceof Error)) return null
  if (error.message.includes('template render limit exceeded')) return 'time'
  return error.message.includes('memory alloc limit exceeded') ? 'memory' : null
}

// Liquid's messages may quote values, so only the place is passed on.
function explain(error: unknown, source: string): RenderError {
  const limit = limitOf(error)
  const place = LiquidError.is(error) ? positionOf(source, offsetOf(error.token)) : null
  if (limit) return new RenderError(LIMIT_MESSAGES[limit], place ?? {})
  if (!place) return new RenderError('The template could not be rendered')
  return new RenderError(`The template failed at line ${place.line}, column ${place.column}`, place)
}
