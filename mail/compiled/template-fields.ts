import { toValueSync, TypeGuards } from 'liquidjs'
import type { ParsedTemplate } from '../rendering/compile.js'
import { BoundedOutput } from '../rendering/print-values.js'
import { engine } from '../rendering/engine.js'
import { fieldOutputOf, printField, type FieldOutput } from '../rendering/field-output.js'
import { withinLimits } from '../rendering/render-message.js'
import { RenderScope, type RenderOptions } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'

type Nodes = ParsedTemplate['templates']

/** A template as parts, which all recipients share, and one field between every two parts. */
interface DividedTemplate {
  parts: string[]
  fields: TemplateField[]
  /** The number of each field. */
  numbers: number[]
  /** The total number of characters of the parts. */
  length: number
}

/** The Liquid between two parts of a template. */
interface TemplateField {
  nodes: Nodes
  /** Null where the Liquid is more than one output, such as a condition. */
  output: FieldOutput | null
}

/** A template rendered for one recipient: the parts, and the value of the field between every two parts. */
export interface RenderedTemplate {
  parts: readonly string[]
  values: readonly string[]
  /** The number of the field of each value, from 1 on: equal outputs have one number. */
  fields: readonly number[]
}

/** The rendered text, with the values between the parts. */
export function wholeOf({ parts, values }: Pick<RenderedTemplate, 'parts' | 'values'>): string {
  return parts.map((part, index) => part + (values[index] ?? '')).join('')
}

const divisions = new WeakMap<ParsedTemplate, DividedTemplate>()

function dividedTemplate(parsed: ParsedTemplate): DividedTemplate {
  const division = divisions.get(parsed) ?? divide(parsed)
  divisions.set(parsed, division)
  return division
}

function divide(parsed: ParsedTemplate): DividedTemplate {
  const parts = ['']
  const fields: Nodes[] = []
  for (const node of parsed.templates) {
    const text = TypeGuards.isHTMLToken(node.token) ? node.token.getContent() : null
    if (text !== null) parts.push((parts.pop() ?? '') + text)
    // Adjacent outputs are one field: two plain values side by side could together read as something else.
    else if (parts.at(-1) === '' && fields.length > 0) fields.at(-1)?.push(node)
    else {
      fields.push([node])
      parts.push('')
    }
  }
  const outputs = fields.map(outputOf)
  return {
    parts,
    length: parts.reduce((sum, { length }) => sum + length, 0),
    fields: fields.map((nodes, index) => ({ nodes, output: outputs[index] ?? null })),
    numbers: numbersOf(outputs),
  }
}

function numbersOf(outputs: (FieldOutput | null)[]): number[] {
  const numbers = new Map<string, number>()
  return outputs.map((output, index) => {
    const name = output ? JSON.stringify(output) : String(index)
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  })
}

function outputOf([node, ...others]: Nodes): FieldOutput | null {
  return node && others.length === 0 ? fieldOutputOf(node) : null
}

/** Renders a template for one recipient; null when the template breaks off early. Throws RenderError, OverBudget. */
export function renderFields(
  parsed: ParsedTemplate,
  variables: Record<string, unknown>,
  options: RenderOptions & { budget: Budget },
): RenderedTemplate | null {
  const { parts, length, fields, numbers } = dividedTemplate(parsed)
  const scope = new RenderScope(variables, engine, options)
  return withinLimits(parsed, options.budget, () => {
    scope.memoryLimit.use(length)
    const values: string[] = []
    for (const { nodes, output } of fields) {
      values.push((output && printField(output, scope)) ?? printNodes(nodes, scope))
      if (scope.breakCalled || scope.continueCalled) return null
    }
    return { parts, values, fields: numbers }
  })
}

function printNodes(nodes: Nodes, scope: RenderScope): string {
  const output = new BoundedOutput(scope)
  toValueSync(engine.renderer.renderTemplates(nodes, scope, output))
  return output.buffer
}
