import { toValueSync, TypeGuards } from 'liquidjs'
import type { ParsedTemplate } from '../rendering/compile.js'
import { BoundedOutput, engine } from '../rendering/engine.js'
import { withinLimits } from '../rendering/render-message.js'
import { RenderScope } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'

type Nodes = ParsedTemplate['templates']

/** A template as the text that all recipients share, with a placeholder between each two pieces of it. */
interface PlaceholderTemplate {
  literals: string[]
  /** The parts of the template that each placeholder stands for. */
  placeholders: Nodes[]
}

/** A rendered body in pieces: what all recipients share, and between each two pieces a value of this recipient. */
export interface RenderedPieces {
  literals: readonly string[]
  values: readonly string[]
}

/** The document that the pieces make up. */
export function htmlOf({ literals, values }: RenderedPieces): string {
  return literals.map((literal, index) => literal + (values[index] ?? '')).join('')
}

const found = new WeakMap<ParsedTemplate, PlaceholderTemplate>()

/** The placeholders of a template, which are found once. */
function placeholdersOf(compiled: ParsedTemplate): PlaceholderTemplate {
  const known = found.get(compiled) ?? findPlaceholders(compiled)
  found.set(compiled, known)
  return known
}

/** Splits a template: plain text becomes literals, and all other parts become placeholders. */
function findPlaceholders(compiled: ParsedTemplate): PlaceholderTemplate {
  const literals = ['']
  const placeholders: Nodes[] = []
  for (const node of compiled.templates) {
    const text = TypeGuards.isHTMLToken(node.token) ? node.token.getContent() : null
    if (text !== null) literals.push((literals.pop() ?? '') + text)
    // Adjacent parts are one placeholder: rendered apart, two plain values could together read as something else.
    else if (literals.at(-1) === '' && placeholders.length > 0) placeholders.at(-1)?.push(node)
    else {
      placeholders.push([node])
      literals.push('')
    }
  }
  return { literals, placeholders }
}

/**
 * A body for one recipient, its values escaped for HTML; null when the template breaks off early. Throws RenderError,
 * OverBudget.
 */
export function renderPieces(
  compiled: ParsedTemplate,
  variables: Record<string, unknown>,
  budget: Budget,
): RenderedPieces | null {
  const { literals, placeholders } = placeholdersOf(compiled)
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
    return { literals, values }
  })
}
