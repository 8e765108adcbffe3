import { draftOf, EMPTY_DRAFT, readDraft, type ValueDraft } from './value-draft.js'

/** A name with its value as they are being written. */
export interface KeyValueRow {
  id: number
  name: string
  draft: ValueDraft
}

/** The rows for the entries of an object, in their order. */
export function rowsOf(record: Readonly<Record<string, unknown>>): KeyValueRow[] {
  return Object.entries(record).map(([name, value], id) => ({ id, name, draft: draftOf(value) }))
}

/** The rows with one more, which is empty. */
export function withNewRow(rows: readonly KeyValueRow[]): KeyValueRow[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  return [...rows, { id, name: '', draft: EMPTY_DRAFT }]
}

/** The error of a row, if it has one. A row without name and value is ignored. */
export function errorOfRow(
  { id, name, draft }: KeyValueRow,
  rows: readonly KeyValueRow[],
): 'name' | 'double' | 'number' | 'json' | null {
  const read = readDraft(draft)
  if ('error' in read) return read.error
  if (name === '') return read.value === null ? null : 'name'
  return rows.some((row) => row.id < id && row.name === name) ? 'double' : null
}

/** The object that the rows write, without empty values; null while a row has an error. */
export function recordOf(rows: readonly KeyValueRow[]): Record<string, unknown> | null {
  if (rows.some((row) => errorOfRow(row, rows) !== null)) return null
  const entries = rows.flatMap(({ name, draft }): [string, unknown][] => {
    const read = readDraft(draft)
    return name === '' || 'error' in read || read.value === null ? [] : [[name, read.value]]
  })
  return Object.fromEntries(entries)
}

/** The changes that lead from one object to another: only what differs, and null for what is gone. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(own(before, name), value))
  const gone = Object.keys(before).filter((name) => own(after, name) === undefined)
  return Object.fromEntries([...changed, ...gone.map((name): [string, unknown] => [name, null])])
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
