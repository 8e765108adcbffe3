import { compile, TemplateSyntaxError, type ParsedTemplate } from './compile.js'
import { engine } from './engine.js'
import { jsonValue } from './json-value.js'
import { onlyOutputOf, onlyValueOf } from './print-values.js'
import { render, RenderError, withinLimits } from './render-message.js'
import { RenderScope } from './render-scope.js'
import type { Budget } from './threads/budget.js'

/** The settings for rendering the strings inside a value. */
export interface Filling {
  /** The project's time zone; UTC without one. */
  timeZone?: string | undefined
  /** Whether a text that is only one output becomes the value of the output, with its type. */
  keepsTypes?: boolean | undefined
  budget: Budget | null
}

/** Renders every string inside a value, at any depth, as a template. Throws RenderError, OverBudget. */
export function fillValues(value: unknown, variables: Record<string, unknown>, filling: Filling): unknown {
  if (typeof value === 'string') return fill(value, variables, filling)
  if (Array.isArray(value)) return value.map((item) => fillValues(item, variables, filling) ?? null)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValues(item, variables, filling)]))
}

/** Parses a text that does not belong to a message. Throws RenderError, OverBudget. */
export function compileValue(source: string, budget: Budget | null): ParsedTemplate {
  try {
    return compile(source, budget)
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    throw new RenderError(`A value has a Liquid syntax error at line ${line}, column ${column}`, { line, column })
  }
}

function fill(source: string, variables: Record<string, unknown>, filling: Filling): unknown {
  const { keepsTypes = false, ...options } = filling
  const compiled = compileValue(source, options.budget)
  const printed = (): string => render(compiled, variables, { escape: false, ...options })
  if (!keepsTypes || !onlyOutputOf(compiled.templates)) return printed()
  const scope = new RenderScope(variables, engine, { escape: false, ...options })
  const value = jsonValue(withinLimits(compiled, options.budget, () => onlyValueOf(compiled.templates, scope)?.value))
  // Blanks around a text are part of it.
  return typeof value === 'string' ? printed() : value
}
