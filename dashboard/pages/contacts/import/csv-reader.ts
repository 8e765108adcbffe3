import * as csv from 'csv-parse/browser/esm/sync'
import type { Delimiter } from '../../../../models/domain/csv-rows/delimiters.js'
import { parseRows } from '../../../../models/domain/csv-rows/parse-rows.js'
import { MAX_ROW_BYTES } from '../../../../models/domain/import-row.js'
import { trimText } from '../../../../models/domain/trim-text.js'

// A row that is longer than a part is read again with a larger part.
const PART_BYTES = MAX_ROW_BYTES / 16
const GROWTH = 4
// More than a part has.
const MOST_ROWS = PART_BYTES * GROWTH * GROWTH
const [LF, CR] = [0x0a, 0x0d]

/** A row of a file. The cells of a broken row are those that can be read. */
export interface ReadRow {
  cells: string[]
  /** Whether the API refuses the row for its quotation marks or its length. */
  isBroken: boolean
}

export type OnRow = (row: ReadRow) => void

/** Reads the rows of a CSV file as the API does, from texts that follow one another, wherever it was cut into them. */
export class CsvReader {
  readonly #delimiter: Delimiter
  readonly #onRow: OnRow
  readonly #encoder = new TextEncoder()
  /** The bytes, as UTF-8, that are not read yet. */
  #bytes = new Uint8Array()
  #partBytes = PART_BYTES
  /** Whether the rest of a line belongs to a row that is too long. */
  #isSkipping = false

  constructor(delimiter: Delimiter, onRow: OnRow) {
    this.#delimiter = delimiter
    this.#onRow = onRow
  }

  /** Reads the next text of the file. */
  push(text: string): void {
    this.#bytes = joined(this.#bytes, this.#encoder.encode(text))
    while (this.#bytes.length >= this.#partBytes) this.#readPart(false)
  }

  /** Reads the rest. A row that the end cuts is left out where the file goes on. */
  end(isWhole: boolean): void {
    if (isWhole) while (this.#bytes.length > 0) this.#readPart(true)
    else this.#parse(this.#bytes, false)
  }

  #readPart(isLast: boolean): void {
    if (this.#isSkipping) return this.#skipLine()
    const part = this.#bytes.subarray(0, this.#partBytes)
    const sizeBytes = this.#parse(part, isLast && part.length === this.#bytes.length)
    this.#bytes = this.#bytes.subarray(sizeBytes)
    if (sizeBytes > 0) this.#partBytes = PART_BYTES
    else if (this.#partBytes < MAX_ROW_BYTES) this.#partBytes *= GROWTH
    else this.#passLongRow()
  }

  /** Reports the whole rows of a part. Returns their length. */
  #parse(bytes: Uint8Array, isEnd: boolean): number {
    const part = { bytes, isEnd, delimiter: this.#delimiter, afterRow: 0 }
    const { rows, sizeBytes } = parseRows(csv, part, MOST_ROWS)
    for (const { cells, readable = [] } of rows) {
      this.#onRow({ cells: (cells ?? readable).map(trimText), isBroken: cells === null })
    }
    return sizeBytes
  }

  /** A row above the limit ends with its line. Blank lines are no rows. */
  #passLongRow(): void {
    const end = lineEnd(this.#bytes)
    if (end !== 0) this.#onRow({ cells: [], isBroken: true })
    this.#partBytes = PART_BYTES
    this.#skipLine()
  }

  #skipLine(): void {
    const end = lineEnd(this.#bytes)
    this.#isSkipping = end === this.#bytes.length
    this.#bytes = this.#bytes.subarray(end + 1)
  }
}

/** The offset of the first line end; the length without one. */
function lineEnd(bytes: Uint8Array): number {
  const end = bytes.findIndex((byte) => byte === LF || byte === CR)
  return end < 0 ? bytes.length : end
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
