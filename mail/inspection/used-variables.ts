import { UTM_NAMES, type Utm } from '../../models/domain/utm.js'
import { compile, type ParsedTemplate } from '../rendering/compile.js'
import { engine } from '../rendering/engine.js'
import { printed } from '../rendering/finished-text.js'
import { withinLimits, type FieldName, type PartName } from '../rendering/render-message.js'
import { RenderScope, type Part } from '../rendering/render-scope.js'
import type { Budget } from '../rendering/threads/budget.js'
import { lineIndex, type Place } from './line-index.js'
import { nameOf, walkTemplate, type VariableUse } from './walk-template.js'

const MAX_VARIABLES = 200
const MAX_NAME_LENGTH = 255
const MAX_VALUE_LENGTH = 500
// A name is looked for in every division of its parts.
const MAX_PARTS = 20

/** A message of sound Liquid with the parameters of its links, and the variables of its recipient. */
export interface UsedInput {
  content: Record<PartName, string> & { utm?: Utm | null }
  variables: Record<string, unknown>
}

/** A variable that a message uses and does not define itself. */
export interface UsedVariable extends Place {
  /** As a path: `profile.tier`. */
  name: string
  path: Part[]
  /** The part with its first occurrence, or with the first one that is bare. */
  part: FieldName
  /**
   * Whether it is printed without a fallback, and outside of a condition on it. Never in the parameter of a link: one
   * without a value is left out.
   */
  isBare: boolean
  /** As a template prints it, cut to five hundred characters; null without a value. */
  value: string | null
}

type Found = Pick<UsedVariable, 'name' | 'part'> & VariableUse

/**
 * The variables that a message uses, in the order of its text, up to two hundred, with the values of its recipient.
 * Throws OverBudget, and RenderError for values that take too long to find.
 */
export function usedVariables({ content, variables }: UsedInput, budget: Budget | null): UsedVariable[] {
  const found = new Map<string, Found>()
  const body = compile(content.body, budget)
  findIn(compile(content.subject, budget), 'subject', found, budget)
  findIn(body, 'body', found, budget)
  for (const name of UTM_NAMES) findIn(compile(content.utm?.[name] ?? '', budget), `utm.${name}`, found, budget)
  const placeIn = { subject: lineIndex(content.subject), body: lineIndex(content.body) }
  return withinLimits(body, budget, () => {
    const scope = new RenderScope(variables, engine, { escape: false, budget })
    return [...found.values()].map(({ name, path, part, offset, isBare }) => {
      budget?.checkTime()
      const place = part === 'subject' || part === 'body' ? placeIn[part](offset) : { line: 1, column: offset + 1 }
      return { name, path, part, isBare, ...place, value: shown(scope.lookUp(path)) }
    })
  })
}

function findIn(parsed: ParsedTemplate, part: FieldName, found: Map<string, Found>, budget: Budget | null): void {
  walkTemplate(parsed, (use) => {
    budget?.checkTime()
    const name = nameOf(use.path)
    if (use.path.length > MAX_PARTS || name.length > MAX_NAME_LENGTH) return
    const before = found.get(name)
    const isBare = use.isBare && !part.startsWith('utm.')
    if (before ? before.isBare || !isBare : found.size >= MAX_VARIABLES) return
    found.set(name, { name, part, ...use, isBare })
  })
}

function shown(value: unknown): string | null {
  const isMissing = value === undefined || value === null || value === ''
  return isMissing ? null : printed(value).slice(0, MAX_VALUE_LENGTH)
}
