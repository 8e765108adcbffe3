import { isAddress } from '../../../../models/domain/addresses.js'
import { readColumnsOption } from '../../../../models/domain/columns-option.js'
import { consentReadingOf } from '../../../../models/domain/consent-columns.js'
import { readTextCell } from '../../../../models/domain/csv-cell.js'
import { AppError } from '../../../../models/domain/errors.js'
import { readHeader } from '../../../../models/domain/import-columns.js'
import { dataKeyOf, standardName } from '../../../../models/domain/import-names.js'

/** The meaning of a column: the address, the subscription, an opt-out, the custom field `data.<key>`, or nothing. */
export type ColumnTarget = 'email' | 'subscribed' | 'unsubscribed' | `data.${string}` | null

/** The meanings of the columns of a file, in their order. */
export type ColumnPlan = readonly ColumnTarget[]

/** The meaning that the API gives to a column by its name alone; undefined where it asks what the column is. */
function usualTarget(name: string): ColumnTarget | undefined {
  if (name === '') return null
  const standard = standardName(name)
  if (standard) return standard
  if (dataKeyOf(name) !== null) return name as ColumnTarget
  return consentReadingOf(name) === null ? `data.${name}` : undefined
}

/** A first plan for a file: by the names of its columns, the fields of the project, and the cells of the first rows. */
export function firstPlan(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly string[],
): ColumnPlan {
  const plan = header.map((name): ColumnTarget => {
    const target = usualTarget(name)
    if (target === undefined) return consentReadingOf(name) === 'state' ? 'subscribed' : 'unsubscribed'
    return target?.startsWith('data.') === true ? spelledAsField(target, fields) : target
  })
  if (plan.includes('email')) return plan
  const position = header.findIndex((_, index) => holdsAddresses(rows.map((cells) => cells[index] ?? '')))
  return plan.map((target, index) => (index === position ? 'email' : target))
}

/** A name that differs from a field of the project only in letter case means that field. */
function spelledAsField(target: ColumnTarget, fields: readonly string[]): ColumnTarget {
  if (target === null || fields.includes(target)) return target
  const found = fields.filter((field) => field.toLowerCase() === target.toLowerCase())
  return found.length === 1 ? (found[0] as ColumnTarget) : target
}

function holdsAddresses(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter((cell) => isAddress(readTextCell(cell))).length > filled.length / 2
}

/** The parameter `columns` of the API for a plan, with what differs from the usual meanings; undefined for nothing. */
export function columnsOption(header: readonly string[], plan: ColumnPlan): string | undefined {
  const named = header.flatMap((name, index): [string, ColumnTarget][] => {
    const target = plan[index] ?? null
    return name === '' || target === usualTarget(name) ? [] : [[name, target]]
  })
  return named.length === 0 ? undefined : JSON.stringify(Object.fromEntries(named))
}

/** Why the API would refuse a plan, in words; null for an acceptable plan. */
export function errorOfPlan(header: readonly string[], plan: ColumnPlan): string | null {
  const option = columnsOption(header, plan)
  try {
    readHeader(header, option === undefined ? [] : readColumnsOption(option))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.errors?.[0]?.message ?? error.message
  }
}
