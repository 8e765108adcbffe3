import { CaseTag, IfTag, LiquidTag, Output, toValueSync, UnlessTag } from 'liquidjs'
import { TAG_FALLBACK } from '../rendering/expression-reader.js'
import { OUTPUT_FALLBACK } from '../rendering/output-syntax.js'
import type { ParsedTemplate } from '../rendering/compile.js'
import type { Part } from '../rendering/render-scope.js'
import { offsetOf } from '../rendering/template-tokenizer.js'
import { pathOf, pathsIn } from './variable-paths.js'

type Node = ParsedTemplate['templates'][number]

/** One use of a variable that the template does not define itself. */
export interface VariableUse {
  path: Part[]
  /** The offset of its tag or output. */
  offset: number
  /** Whether it is printed without a fallback, and outside of a condition on it. */
  isBare: boolean
}

/** Names within a block and the blocks around it. */
interface Names {
  names: Set<string>
  outer: Names | null
}

interface Walk {
  /** What the template has defined so far: assignments hold to its end. */
  assigned: Set<string>
  loops: Names | null
  /** Variables on which a block around depends. */
  guards: Names | null
  /** Where the tags within a `liquid` tag stand. */
  offset: number | null
  use: (use: VariableUse) => void
}

const FALLBACKS = new Set([OUTPUT_FALLBACK, TAG_FALLBACK, 'default'])

/** Finds the variables of a template in the order of its text; each use is passed on. */
export function walkTemplate({ templates }: ParsedTemplate, use: (use: VariableUse) => void): void {
  const walk: Walk = { assigned: new Set(), loops: null, guards: null, offset: null, use }
  for (const node of templates) visit(node, walk)
}

/** A path as it is written. */
export function nameOf(path: readonly Part[]): string {
  return path.join('.')
}

function visit(node: Node, walk: Walk): void {
  const offset = walk.offset ?? offsetOf(node.token)
  const paths = [...(node.arguments?.() ?? [])].flatMap((argument) => [...pathsIn(argument)])
  const bare = node instanceof Output ? barePathOf(node) : null
  for (const path of paths) {
    const name = nameOf(path)
    if (name === '' || isOwn(String(path[0]), walk)) continue
    walk.use({ path, offset, isBare: bare === name && !has(walk.guards, name) })
  }
  for (const { content } of node.localScope?.() ?? []) walk.assigned.add(content)
  if (!node.children) return
  const inner: Walk = {
    ...walk,
    loops: node.blockScope ? { names: new Set(node.blockScope()), outer: walk.loops } : walk.loops,
    guards: isCondition(node) ? { names: new Set(paths.map(nameOf)), outer: walk.guards } : walk.guards,
    offset: node instanceof LiquidTag ? offset : walk.offset,
  }
  for (const child of toValueSync(node.children(false, true))) visit(child, inner)
}

function isCondition(node: Node): boolean {
  return node instanceof IfTag || node instanceof UnlessTag || node instanceof CaseTag
}

/** The variable that an output prints as it is, or leaves a gap for. */
function barePathOf({ value }: Output): string | null {
  if (value.filters.some(({ name }) => FALLBACKS.has(name))) return null
  const path = pathOf(value)
  return path && nameOf(path)
}

function isOwn(name: string, { assigned, loops }: Walk): boolean {
  return assigned.has(name) || has(loops, name)
}

function has(names: Names | null, name: string): boolean {
  for (let each = names; each; each = each.outer) if (each.names.has(name)) return true
  return false
}
