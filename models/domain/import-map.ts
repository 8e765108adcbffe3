import { AppError, invalid } from './errors.js'
import { trimText } from './trim-text.js'

/** The targets of the parameter `map`: the subscription, opt-outs, a custom field of the column's name, or none. */
export const MAP_TARGETS = ['subscribed', 'unsubscribed', 'data', 'ignore'] as const
export type ImportTarget = (typeof MAP_TARGETS)[number] | 'email'

/** A column by its name in the header, and the meaning that the request gives it. */
export interface ColumnMapping {
  column: string
  target: ImportTarget
  /** The custom field of a column that is stored under another name. */
  key?: string
  /** The parameter that gives the meaning; missing: `map`. */
  option?: 'columns'
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
    const target = MAP_TARGETS.find((each) => each === word)
    if (colon < 0 || column === '' || !target) {
      const example = `?${mapParameter(column || 'status', 'subscribed')}`
      throw badMap(
        `${text.slice(0, 100)} is not a column name followed by one of ${MAP_TARGETS.join(', ')}`,
        `Use the form ${example}`,
      )
    }
    return { column, target }
  })
}

/**
 * Finds the positions of the columns that mappings name: by the exact name, or else in any letter case. Throws
 * BAD_REQUEST on `map`, and VALIDATION_ERROR with all faults of `columns`, for unknown columns and for columns that are
 * named twice; BAD_REQUEST for a `map` of `email`.
 */
export function targetsOf(names: readonly string[], mappings: readonly ColumnMapping[]): Map<number, ColumnMapping> {
  const targets = new Map<number, ColumnMapping>()
  const faults: MappingFault[] = []
  for (const mapping of mappings) {
    const { column } = mapping
    const position = positionOf(names, column)
    if (position === null) faults.push(unknownColumn(names, mapping))
    else if (!mapping.option && plain(column) === 'email') {
      faults.push({ mapping, message: 'The column email cannot be mapped' })
    } else if (targets.has(position)) faults.push({ mapping, message: `The column ${column} is mapped more than once` })
    else targets.set(position, mapping)
  }
  if (faults.length > 0) throw badMapping(...faults)
  return targets
}

/** A parameter of the query that maps a column. */
export function mapParameter(column: string, target: ImportTarget): string {
  return `map=${encodeURIComponent(column)}:${target}`
}

/** A mapping that does not match the file. */
export interface MappingFault {
  mapping: ColumnMapping
  message: string
  suggestion?: string
}

/** The error for mappings that do not match the file: VALIDATION_ERROR on `columns`, or BAD_REQUEST on `map`. */
export function badMapping(...faults: readonly MappingFault[]): AppError {
  const [first] = faults.filter(({ mapping }) => !mapping.option)
  if (first) return badMap(first.message, first.suggestion)
  return invalid(
    faults.map(({ mapping: { column }, message }) => ({ field: `columns.${column}`, code: 'custom', message })),
    { suggestion: faults.find(({ suggestion }) => suggestion)?.suggestion },
  )
}

function badMap(message: string, suggestion?: string): AppError {
  return new AppError('BAD_REQUEST', message, {
    errors: [{ field: 'map', code: 'custom', message }],
    ...(suggestion ? { suggestion } : {}),
  })
}

function unknownColumn(names: readonly string[], mapping: ColumnMapping): MappingFault {
  const columns = names.filter((name) => name !== '').join(', ')
  const message = `The header row has no column ${mapping.column.slice(0, 100)}`
  return { mapping, message, suggestion: `The columns are ${columns.slice(0, 500)}` }
}

function positionOf(names: readonly string[], column: string): number | null {
  const exact = names.indexOf(column)
  if (exact >= 0) return exact
  const [position, ...others] = names.flatMap((name, index) => (plain(name) === plain(column) ? index : []))
  return position !== undefined && others.length === 0 ? position : null
}

function plain(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
