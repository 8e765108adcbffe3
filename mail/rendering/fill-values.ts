import { compile, TemplateSyntaxError } from './compile.js'
import { render, RenderError } from './render-message.js'
import type { Budget } from './threads/budget.js'

/** Renders every string inside a value, at any depth, as a template. Throws RenderError, OverBudget. */
export function fillValues(value: unknown, variables: Record<string, unknown>, budget: Budget | null): unknown {
  if (typeof value === 'string') return fill(value, variables, budget)
  if (Array.isArray(value)) return value.map((item) => fillValues(item, variables, budget))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValues(item, variables, budget)]))
}

function fill(source: string, variables: Record<string, unknown>, budget: Budget | null): string {
  try {
    return render(compile(source, budget), variables, { escape: false, budget })
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column } = error.fault
    throw new RenderError(`A value has a Liquid syntax error at line ${line}, column ${column}`, { line, column })
  }
}
