import { AppError } from './errors.js'
import { trimText } from './trim-text.js'

/** The meanings that a request can give to a column: the subscription, opt-outs, a custom field, or none. */
export const IMPORT_TARGETS = ['subscribed', 'unsubscribed', 'data', 'ignore'] as const
export type ImportTarget = (typeof IMPORT_TARGETS)[number]

/** A column by its name in the header, and the meaning that the request gives it. */
export interface ColumnMapping {
  column: string
  target: ImportTarget
}

/**
 * Reads the parameters `map` of an import, each `<column>:<target>`. The name of a column may contain colons. Throws
 * BAD_REQUEST on `map`.
 */
export function readColumnMap(texts: readonly string[]): ColumnMapping[] {
  return texts.map((text) => {
    const colon = text.lastIndexOf(':')
    const column = trimText(colon < 0 ? text : text.slice(0, colon))
    const word = trimText(text.slice(colon + 1)).toLowerCase()
    const target = IMPORT_TARGETS.find((each) => each === word)
    if (colon < 0 || column === '' || !target) {
      const example = `?${mapParameter(column || 'status', 'subscribed')}`
      throw badMap(`${text.slice(0, 100)} is not a column and one of ${IMPORT_TARGETS.join(', ')}`, `Write ${example}`)
    }
    return { column, target }
  })
}

/**
 * Finds the positions of the columns that a map names: by the exact name, or else in any letter case. Throws
 * BAD_REQUEST on `map` for an unknown column, for a column that is named twice, and for `email`.
 */
export function targetsOf(names: readonly string[], mappings: readonly ColumnMapping[]): Map<number, ImportTarget> {
  const targets = new Map<number, ImportTarget>()
  for (const { column, target } of mappings) {
    const position = positionOf(names, column)
    if (plain(column) === 'email') throw badMap('The column email cannot be mapped')
    if (targets.has(position)) throw badMap(`The column ${column} is mapped more than once`)
    targets.set(position, target)
  }
  return targets
}

/** A parameter of the query that maps a column. */
export function mapParameter(column: string, target: ImportTarget): string {
  return `map=${encodeURIComponent(column)}:${target}`
}

/** The error for a map that does not match the file. */
export function badMap(message: string, suggestion?: string): AppError {
  return new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'map', code: 'custom', message }],
    ...(suggestion ? { suggestion } : {}),
  })
}

function positionOf(names: readonly string[], column: string): number {
  const exact = names.indexOf(column)
  if (exact >= 0) return exact
  const [position, ...others] = names.flatMap((name, index) => (plain(name) === plain(column) ? index : []))
  if (position !== undefined && others.length === 0) return position
  const columns = names.filter((name) => name !== '').join(', ')
  throw badMap(`The header has no column named ${column.slice(0, 100)}`, `Its columns are ${columns.slice(0, 500)}`)
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
