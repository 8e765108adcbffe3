import { escapeKey } from '../fields.js'

/** A MongoDB aggregation expression. */
export type Expression = unknown

/**
 * The value below `base`, whose keys are escaped, at the first of several paths at which there is one; null or
 * missing when there is none. Arrays are not walked into.
 */
export function pathExpression(base: Expression, candidates: readonly string[][]): Expression {
  const branches = candidates.slice(0, -1).map((keys) => {
    // A field of null is null and not missing, which would end the search too early.
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
