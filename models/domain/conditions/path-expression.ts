import { escapeKey } from '../fields.js'

/** A MongoDB aggregation expression. */
export type Expression = unknown

/**
 * Expression for the value at the first of several paths that exists in `base`, whose keys are escaped; null or missing
 * when no path exists. Array elements do not count.
 */
export function pathExpression(base: Expression, candidates: readonly string[][]): Expression {
  const branches = candidates.slice(0, -1).map((keys) => {
    // `$getField` of null gives null and not missing, which would end the search too early.
    const found = lookUp(keys, (object) => ({ $ifNull: [object, '$$REMOVE'] }))
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of $switch is made of these words
    return { case: { $ne: [{ $type: found }, 'missing'] }, then: found }
  })
  const last = lookUp(candidates.at(-1) ?? [], (object) => object)
  return { $let: { vars: { base }, in: branches.length > 0 ? { $switch: { branches, default: last } } : last } }
}

function lookUp(keys: readonly string[], within: (object: Expression) => Expression): Expression {
  const [first, ...rest] = keys.map((key) => ({ $literal: escapeKey(key) }))
  if (!first) return null
  return rest.reduce<Expression>((object, field) => ({ $getField: { field, input: within(object) } }), {
    $getField: { field: first, input: '$$base' },
  })
}
