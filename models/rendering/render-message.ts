import { LiquidError, toValueSync } from 'liquidjs'
import { compile, positionOf, TemplateSyntaxError, type CompiledTemplate } from './compile.js'
import { BoundedOutput, engine } from './engine.js'
import { RenderScope } from './render-scope.js'
import { offsetOf } from './template-tokenizer.js'

/** A template that failed on one recipient's values. The message holds neither content nor values. */
export class RenderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RenderError'
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
    throw new RenderError(reasonOf(error, compiled.source))
  }
  return output.buffer
}

/** Renders a whole message: the subject as one line of plain text, the body as HTML. Throws RenderError. */
export function renderMessage(
  template: { subject: string; body: string },
  variables: Record<string, unknown>,
): { subject: string; html: string } {
  const subject = render(compiled('subject', template.subject), variables, { escape: false })
  const html = render(compiled('body', template.body), variables, { escape: true })
  return { subject: subject.replaceAll(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' '), html }
}

function compiled(part: 'subject' | 'body', source: string): CompiledTemplate {
  try {
    return compile(source)
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    throw new RenderError(`The ${part} has a Liquid syntax error at line ${line}, column ${column}`)
  }
}

// Liquid's own messages may quote values, so only their kind is passed on.
function reasonOf(error: unknown, source: string): string {
  if (!LiquidError.is(error)) return 'The template could not be rendered'
  if (error.message.includes('template render limit exceeded'))
    return 'The template takes longer than a second to render'
  if (error.message.includes('memory alloc limit exceeded')) return 'The template needs too much memory to render'
  const { line, column } = positionOf(source, offsetOf(error.token))
  return `The template failed at line ${line}, column ${column}`
}
