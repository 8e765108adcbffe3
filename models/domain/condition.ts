/** The operators of a condition that compare one field with one value. */
export const CONDITION_OPERATORS = [
  'equals',
  'notEquals',
  'exists',
  'notExists',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** One comparison; `field` is `email`, `subscribed`, `data.<key>` or `event.<path>`, with `contact.` before it at will. */
export interface Comparison {
  field: string
  operator: ConditionOperator
  value?: unknown
}

/** A MongoDB aggregation expression. */
export type Expression = unknown

const ORDERINGS = { greaterThan: '$gt', lessThan: '$lt', greaterThanOrEqual: '$gte', lessThanOrEqual: '$lte' } as const

/**
 * Compiles a comparison into an expression over a contact document; `context` is what `event.` paths read,
 * with escaped keys. The database is the only evaluator of conditions, so that one contact and a whole project
 * can never be judged differently. `escapeKey` gives the stored form of a key.
 */
export function compileComparison(
  { field, operator, value }: Comparison,
  context: Record<string, unknown>,
  escapeKey: (key: string) => string,
): Expression {
  const found = fieldExpression(field, context, escapeKey)
  // Addresses are stored in lower case.
  const wanted = typeof value === 'string' && withoutPrefix(field) === 'email' ? value.toLowerCase() : value
  return { $let: { vars: { found }, in: compare('$$found', operator, wanted) } }
}

/** Whether a condition may name this field. */
export function isComparableField(field: string): boolean {
  const path = withoutPrefix(field)
  return ['email', 'subscribed', 'createdAt', 'updatedAt'].includes(path) || /^(data|event)\../.test(path)
}

function compare(found: Expression, operator: ConditionOperator, value: unknown): Expression {
  const isPresent = { $not: [{ $in: [{ $type: found }, ['missing', 'null', 'undefined']] }] }
  const equals = {
    $or: [
      { $eq: [found, { $literal: value }] },
      { $cond: [{ $isArray: [found] }, { $in: [{ $literal: value }, found] }, false] },
    ],
  }
  switch (operator) {
    case 'exists':
      return isPresent
    case 'notExists':
      return { $not: [isPresent] }
    case 'equals':
      return equals
    // A contact without the field is neither equal nor unequal.
    case 'notEquals':
      return { $and: [isPresent, { $not: [equals] }] }
    case 'greaterThan':
    case 'lessThan':
    case 'greaterThanOrEqual':
    case 'lessThanOrEqual':
      return { $and: [sameType(found, value), { [ORDERINGS[operator]]: [found, { $literal: value }] }] }
    default:
      return operator satisfies never
  }
}

function sameType(found: Expression, value: unknown): Expression {
  return typeof value === 'number' ? { $isNumber: found } : { $eq: [{ $type: found }, { $type: { $literal: value } }] }
}

function fieldExpression(
  field: string,
  context: Record<string, unknown>,
  escapeKey: (key: string) => string,
): Expression {
  const path = withoutPrefix(field)
  const [root = '', ...parts] = path.split('.')
  if (root === 'data') return pathExpression('$data', parts, escapeKey)
  if (root === 'event') return pathExpression({ $literal: context }, parts, escapeKey)
  return `$${root}`
}

function withoutPrefix(field: string): string {
  return field.startsWith('contact.') ? field.slice('contact.'.length) : field
}

const MAX_PARTS = 8

// At every level the longest literal key comes first: `a.b` as a key before `b` inside `a`.
function pathExpression(base: Expression, parts: string[], escapeKey: (key: string) => string): Expression {
  if (parts.length === 0) return base
  // Beyond any real nesting, the rest of a name can only be one key: the expression stays small.
  const lengths = parts.length > MAX_PARTS ? [parts.length] : parts.map((_, index) => parts.length - index)
  const tries = lengths.map((length) => {
    const key = escapeKey(parts.slice(0, length).join('.'))
    const inner = { $getField: { field: { $literal: key }, input: '$$base' } }
    return pathExpression(inner, parts.slice(length), escapeKey)
  })
  return {
    $let: {
      vars: { base },
      in: { $cond: [{ $eq: [{ $type: '$$base' }, 'object'] }, firstPresent(tries), '$$REMOVE'] },
    },
  }
}

function firstPresent(tries: Expression[]): Expression {
  const [first, ...rest] = tries
  if (rest.length === 0) return first
  return {
    $let: {
      vars: { tried: first },
      in: { $cond: [{ $ne: [{ $type: '$$tried' }, 'missing'] }, '$$tried', firstPresent(rest)] },
    },
  }
}
