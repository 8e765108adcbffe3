import { toValueSync, TypeGuards } from 'liquidjs'
import type { CompiledTemplate } from '../rendering/compile.js'
import { BoundedOutput, engine } from '../rendering/engine.js'
import { withinLimits } from '../rendering/render-message.js'
import { RenderScope } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'

type Nodes = CompiledTemplate['templates']

/** A template as the text that every recipient gets, with a hole between each two pieces of it. */
export interface HoledTemplate {
  compiled: CompiledTemplate
  literals: string[]
  /** What fills each hole. */
  holes: Nodes[]
}

/** Takes a template apart at everything in it that is not plain text. */
export function findHoles(compiled: CompiledTemplate): HoledTemplate {
  const literals = ['']
  const holes: Nodes[] = []
  for (const node of compiled.templates) {
    const text = TypeGuards.isHTMLToken(node.token) ? node.token.getContent() : null
    if (text !== null) literals.push((literals.pop() ?? '') + text)
    // What stands side by side is one hole, so that a text cannot come about between two of them unseen.
    else if (literals.at(-1) === '' && holes.length > 0) holes.at(-1)?.push(node)
    else {
      holes.push([node])
      literals.push('')
    }
  }
  return { compiled, literals, holes }
}

/**
 * What the holes of a body come to for one recipient, escaped for HTML; null when the template ends itself early.
 * Throws RenderError, OverBudget.
 */
export function renderHoles(
  { compiled, literals, holes }: HoledTemplate,
  variables: Record<string, unknown>,
  budget: Budget,
): string[] | null {
  const scope = new RenderScope(variables, engine, true, budget)
  return withinLimits(compiled, budget, () => {
    for (const literal of literals) scope.memoryLimit.use(literal.length)
    const values: string[] = []
    for (const nodes of holes) {
      const output = new BoundedOutput(scope)
      toValueSync(engine.renderer.renderTemplates(nodes, scope, output))
      if (scope.breakCalled || scope.continueCalled) return null
      values.push(output.buffer)
    }
    return values
  })
}
