import { toValueSync, TypeGuards } from 'liquidjs'
import type { ParsedTemplate } from '../rendering/compile.js'
import { BoundedOutput } from '../rendering/bounded-output.js'
import { engine } from '../rendering/engine.js'
import { fieldOutputOf, printField, type FieldOutput } from '../rendering/field-output.js'
import { withinLimits } from '../rendering/render-message.js'
import { RenderScope, type RenderOptions } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'

type Nodes = ParsedTemplate['templates']

/** A template as the text that all recipients share, with a placeholder between each two pieces of it. */
interface PlaceholderTemplate {
  literals: string[]
  placeholders: Placeholder[]
  /** The slot of each placeholder. */
  slots: number[]
  /** How many characters the literals have together. */
  length: number
}

/** The parts of a template that a placeholder stands for. */
interface Placeholder {
  nodes: Nodes
  /** Where they are the output of a field and nothing else. */
  field: FieldOutput | null
}

/** A rendered part of a message in pieces: what all recipients share, and between each two pieces a value of this recipient. */
export interface RenderedPieces {
  literals: readonly string[]
  values: readonly string[]
  /** The slot of each value, from 1 on: values of the same field share one. */
  slots: readonly number[]
}

/** The text that the pieces make up. */
export function wholeOf({ literals, values }: Pick<RenderedPieces, 'literals' | 'values'>): string {
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
  const fields = placeholders.map(fieldOf)
  return {
    literals,
    length: literals.reduce((sum, { length }) => sum + length, 0),
    placeholders: placeholders.map((nodes, index) => ({ nodes, field: fields[index] ?? null })),
    slots: slotsOf(fields),
  }
}

function slotsOf(fields: (FieldOutput | null)[]): number[] {
  const slots = new Map<string, number>()
  return fields.map((field, index) => {
    const name = field ? JSON.stringify(field) : String(index)
    const slot = slots.get(name) ?? slots.size + 1
    slots.set(name, slot)
    return slot
  })
}

function fieldOf([node, ...others]: Nodes): FieldOutput | null {
  return node && others.length === 0 ? fieldOutputOf(node) : null
}

/** Renders a part of a message for one recipient; null when its template breaks off early. Throws RenderError, OverBudget. */
export function renderPieces(
  compiled: ParsedTemplate,
  variables: Record<string, unknown>,
  options: RenderOptions & { budget: Budget },
): RenderedPieces | null {
  const { literals, length, placeholders, slots } = placeholdersOf(compiled)
  const scope = new RenderScope(variables, engine, options)
  return withinLimits(compiled, options.budget, () => {
    scope.memoryLimit.use(length)
    const values: string[] = []
    for (const { nodes, field } of placeholders) {
      values.push((field && printField(field, scope)) ?? printNodes(nodes, scope))
      if (scope.breakCalled || scope.continueCalled) return null
    }
    return { literals, values, slots }
  })
}

function printNodes(nodes: Nodes, scope: RenderScope): string {
  const output = new BoundedOutput(scope)
  toValueSync(engine.renderer.renderTemplates(nodes, scope, output))
  return output.buffer
}
