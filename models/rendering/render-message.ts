import { LiquidError, toValueSync } from 'liquidjs'
import { compile, positionOf, TemplateSyntaxError, type CompiledTemplate } from './compile.js'
import { BoundedOutput, engine } from './engine.js'
import { RenderScope } from './render-scope.js'
import { offsetOf } from './template-tokenizer.js'

/** Where in a template something failed; line and column counted from 1. */
interface Place {
  part?: 'subject' | 'body'
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

/**
 * Fills in a compiled template. With `escape`, values are escaped for HTML. What comes out
 * is never read as a template again. Throws RenderError.
 */
export function render(
  compiled: CompiledTemplate,
  variables: Record<string, unknown>,
  options: { escape: boolean },
): string {
  const scope = new RenderScope(variables, engine, options.escape)
  const output = new BoundedOutput(scope)
  try {
    toValueSync(engine.renderer.renderTemplates(compiled.templates, scope, output))
  } catch (error) {
    throw explain(error, compiled.source)
  }
  return output.buffer
}

/** Renders a whole message: the subject as one line of plain text, the body as HTML. Throws RenderError. */
export function renderMessage(
  template: { subject: string; body: string },
  variables: Record<string, unknown>,
): { subject: string; html: string } {
  const subject = renderPart('subject', template.subject, variables)
  const html = renderPart('body', template.body, variables)
  return { subject: subject.replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' '), html }
}

function renderPart(part: 'subject' | 'body', source: string, variables: Record<string, unknown>): string {
  try {
    return render(compile(source), variables, { escape: part === 'body' })
  } catch (error) {
    if (error instanceof RenderError) throw new RenderError(error.message, { ...error.place, part })
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    const message = `The ${part} has a Liquid syntax error at line ${line}, column ${column}`
    throw new RenderError(message, { part, line, column })
  }
}

// Liquid's own messages may quote values, so only their kind is passed on.
function explain(error: unknown, source: string): RenderError {
  if (!LiquidError.is(error)) return new RenderError('The template could not be rendered')
  const place = positionOf(source, offsetOf(error.token))
  if (error.message.includes('template render limit exceeded'))
    return new RenderError('The template takes longer than a second to render', place)
  if (error.message.includes('memory alloc limit exceeded'))
    return new RenderError('The template needs too much memory to render', place)
  return new RenderError(`The template failed at line ${place.line}, column ${place.column}`, place)
}
