import { inferType, type FieldType } from './fields.js'

/** The types that all cells of a column allow so far, as a sum of `NUMBER`, `BOOLEAN` and `DATE`; -1 without a cell. */
export type ColumnState = number

export const NO_CELLS: ColumnState = -1
const [NUMBER, BOOLEAN, DATE] = [1, 2, 4]

const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const LARGEST_INTEGER = 2 ** 53
// A double holds every decimal with this number of significant digits, within its range.
const SAFE_DIGITS = 15
const SMALLEST = 1e-300
const MAX_NUMBER_LENGTH = 340

/** The state of a column after one more cell. The cell is trimmed and not blank. */
export function addCell(state: ColumnState, cell: string): ColumnState {
  return state === 0 ? 0 : state & typesOf(cell)
}

/** The state of a column after one more value, whose type is that of the value alone. */
export function addValue(state: ColumnState, value: unknown): ColumnState {
  if (state === 0) return 0
  const type = inferType(value)
  return state & (type === 'number' ? NUMBER : type === 'boolean' ? BOOLEAN : type === 'date' ? DATE : 0)
}

/**
 * The type of a column: `number`, `boolean` or `date` only when every cell that is not blank has that type. A number is
 * a decimal that JavaScript holds without loss, without a plus sign, an exponent or a leading zero. A boolean is `true`
 * or `false` in any letter case. `inferType` decides which texts are dates.
 */
export function columnType(state: ColumnState): FieldType {
  if (state === NUMBER) return 'number'
  if (state === BOOLEAN) return 'boolean'
  return state === DATE ? 'date' : 'string'
}

function typesOf(cell: string): number {
  if (isLosslessNumber(cell)) return NUMBER
  const word = cell.length <= 5 ? cell.toLowerCase() : ''
  if (word === 'true' || word === 'false') return BOOLEAN
  return inferType(cell) === 'date' ? DATE : 0
}

function isLosslessNumber(cell: string): boolean {
  if (cell.length > MAX_NUMBER_LENGTH || !PLAIN_DECIMAL.test(cell)) return false
  const value = Number(cell)
  const isNegative = cell.startsWith('-')
  if (value === 0) return !isNegative && !/[1-9]/.test(cell)
  if (Math.abs(value) > LARGEST_INTEGER) return false
  const shortest = withoutTrailingZeros(cell)
  if (String(value) === shortest) return true
  return Math.abs(value) >= SMALLEST && significantDigits(shortest) <= SAFE_DIGITS
}

function withoutTrailingZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

function significantDigits(decimal: string): number {
  const first = decimal.search(/[1-9]/)
  const digits = decimal.slice(first)
  return digits.includes('.') ? digits.length - 1 : digits.length
}
