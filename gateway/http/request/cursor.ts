import { AppError } from '../../../models/domain/errors.js'

/** The types of the values that lists are sorted by. */
interface SortTypes {
  string: string
  number: number
  date: Date
}

/** The last row of a page, after which the next page starts. */
export interface CursorPosition<T extends SortTypes[keyof SortTypes]> {
  sortValue: T
  id: string
}

/**
 * An opaque cursor for the position of a row. The cursor holds the row's sort value and id instead of an offset, so
 * that rows inserted between two requests neither repeat nor hide others.
 */
export function encodeCursor(sortValue: string | number | Date, id: string): string {
  const value = sortValue instanceof Date ? sortValue.getTime() : sortValue
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/** The cursor of the page after these rows, which are sorted by `sort`; null on the last page. */
export function nextCursor<K extends string>(
  rows: readonly ({ _id: string } & Record<K, string | Date>)[],
  hasMore: boolean,
  sort: K,
): string | null {
  const last = rows.at(-1)
  return hasMore && last ? encodeCursor(last[sort], last._id) : null
}

/**
 * The position of a cursor that a client sent, for a list sorted by `type`; null without a cursor, on the first page.
 * Throws BAD_REQUEST for any cursor that `encodeCursor` does not make for such a list.
 */
export function decodeCursor<K extends keyof SortTypes>(
  cursor: string | undefined,
  type: K,
): CursorPosition<SortTypes[K]> | null {
  if (cursor === undefined) return null
  const [value, id, ...rest] = readPair(cursor)
  if (typeof id !== 'string' || rest.length > 0) throw malformed()
  return { sortValue: READERS[type](value), id }
}

const READERS: { [K in keyof SortTypes]: (value: unknown) => SortTypes[K] } = {
  string: (value) => {
    if (typeof value !== 'string') throw malformed()
    return value
  },
  number: (value) => {
    if (typeof value !== 'number') throw malformed()
    return value
  },
  date: (value) => {
    const date = new Date(typeof value === 'number' ? value : NaN)
    if (Number.isNaN(date.getTime())) throw malformed()
    return date
  },
}

function readPair(cursor: string): unknown[] {
  try {
    const pair: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(pair) ? pair : []
  } catch {
    return []
  }
}

function malformed(): AppError {
  return new AppError('BAD_REQUEST', 'Invalid cursor', {
    suggestion: 'Pass the cursor of the previous page unchanged, with the same sort order',
  })
}
