import { normaliseAddressPart } from '../../models/domain/addresses.js'
import { subjectOf } from '../../models/domain/conditions/condition-field.js'
import type { ConditionTree, Filter } from '../../models/domain/conditions/tree.js'
import { isMessageOperator, type MessageOperator } from '../../models/domain/design/read-when.js'
import { liquidString } from './liquid.js'

const EVENT_DATA = 'data.'
const NEVER = '(1 == 2)'

/**
 * The condition of a block as an expression of Liquid. It holds for the recipients that the same condition selects,
 * except that a list of values only matches `contains`. A filter that Liquid cannot express never holds; such filters
 * are refused when the design is read.
 */
export function liquidCondition({ logic, groups }: ConditionTree): string {
  const word = logic === 'AND' ? ' and ' : ' or '
  return grouped(
    groups.map(({ filters, conditions }) =>
      grouped([...filters.map(liquidFilter), ...(conditions ? [liquidCondition(conditions)] : [])], ' and '),
    ),
    word,
  )
}

function grouped(parts: string[], word: string): string {
  return parts.length === 1 ? (parts[0] ?? NEVER) : `(${parts.join(word)})`
}

function liquidFilter(filter: Filter): string {
  const { operator, value } = filter
  const name = nameOf(filter)
  if (name === null || !isMessageOperator(operator)) return NEVER
  const isAddress = subjectOf(filter)?.kind === 'email'
  return comparisonOf(name, operator, isAddress && typeof value === 'string' ? normaliseAddressPart(value) : value)
}

function nameOf(filter: Filter): string | null {
  const subject = subjectOf(filter)
  switch (subject?.kind) {
    case 'email':
    case 'subscribed':
      return subject.kind
    case 'data':
      return `data[${liquidString(subject.path)}]`
    case 'context': {
      const { path } = subject
      return `event[${liquidString(path.startsWith(EVENT_DATA) ? path.slice(EVENT_DATA.length) : path)}]`
    }
    default:
      return null
  }
}

const ORDERINGS = {
  greaterThan: '&gt;',
  lessThan: '&lt;',
  greaterThanOrEqual: '&gt;=',
  lessThanOrEqual: '&lt;=',
} as const

function comparisonOf(name: string, operator: MessageOperator, value: unknown): string {
  const values = [value].flat()
  const isPresent = `${name} != nil`
  switch (operator) {
    case 'exists':
      return `(${isPresent})`
    case 'notExists':
      return `(${name} == nil)`
    case 'equals':
    case 'in':
      return grouped(
        values.map((item) => `(${name} == ${literalOf(item)})`),
        ' or ',
      )
    case 'notEquals':
    case 'notIn':
      return grouped([`(${isPresent})`, ...values.map((item) => `(${name} != ${literalOf(item)})`)], ' and ')
    case 'contains':
      return `(${name} contains ${literalOf(value)})`
    case 'notContains':
      return `((${isPresent}) and (not (${name} contains ${literalOf(value)})))`
    case 'startsWith':
    case 'endsWith': {
      const length = String(value).length
      return `((${name} | slice: ${operator === 'startsWith' ? 0 : -length}, ${length}) == ${literalOf(value)})`
    }
    default:
      return `(${name} ${ORDERINGS[operator]} ${literalOf(value)})`
  }
}

function literalOf(value: unknown): string {
  if (typeof value === 'number') return numberOf(value)
  return typeof value === 'boolean' ? String(value) : liquidString(String(value))
}

// Liquid has no exponents.
function numberOf(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20) : BigInt(value).toString()
}
