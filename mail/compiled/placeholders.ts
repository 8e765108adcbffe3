import { toValueSync, TypeGuards } from 'liquidjs'
import type { ParsedTemplate } from '../rendering/compile.js'
import { BoundedOutput, engine } from '../rendering/engine.js'
import { withinLimits } from '../rendering/render-message.js'
import { RenderScope } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'

type Nodes = ParsedTemplate['templates']

/** A template as the text that every recipient gets, with a placeholder between each two pieces of it. */
export interface PlaceholderTemplate {
  compiled: ParsedTemplate
  literals: string[]
  /** What fills each placeholder. */
  placeholders: Nodes[]
}

/** Takes a template apart at everything in it that is not plain text. */
export function findPlaceholders(compiled: ParsedTemplate): PlaceholderTemplate {
  const literals = ['']
  const placeholders: Nodes[] = []
  for (const node of compiled.templates) {
    const text = TypeGuards.isHTMLToken(node.token) ? node.token.getContent() : null
    if (text !== null) literals.push((literals.pop() ?? '') + text)
    // What stands side by side is one placeholder, so that a text cannot come about between two of them unseen.
    else if (literals.at(-1) === '' && placeholders.length > 0) placeholders.at(-1)?.push(node)
    else {
      placeholders.push([node])
      literals.push('')
    }
  }
  return { compiled, literals, placeholders }
}

/**
 * What the placeholders of a body come to for one recipient, escaped for HTML; null when the template ends itself early.
 * Throws RenderError, OverBudget.
 */
export function renderPlaceholders(
  { compiled, literals, placeholders }: PlaceholderTemplate,
  variables: Record<string, unknown>,
  budget: Budget,
): string[] | null {
  const scope = new RenderScope(variables, engine, true, budget)
  return withinLimits(compiled, budget, () => {
    for (const literal of literals) scope.memoryLimit.use(literal.length)
    const values: string[] = []
    for (const nodes of placeholders) {
      const output = new BoundedOutput(scope)
      toValueSync(engine.renderer.renderTemplates(nodes, scope, output))
      if (scope.breakCalled || scope.continueCalled) return null
      values.push(output.buffer)
    }
    return values
  })
}
