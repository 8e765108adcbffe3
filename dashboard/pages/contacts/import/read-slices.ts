import { CsvReader } from './csv-reader.js'
import { withoutDelimiterLine, type FileFormat } from './file-format.js'

const SLICE_BYTES = 1024 * 1024
// As much as the line that names the delimiter may have.
const BEGINNING_LENGTH = 2_048

/** The part of `Blob` that reading needs. */
export interface SlicedFile {
  size: number
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> }
}

/** The bytes of a file, slice by slice, so that a large file is never in memory. */
export async function* slicesOf(file: SlicedFile, sliceBytes = SLICE_BYTES): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += sliceBytes) {
    yield new Uint8Array(await file.slice(from, Math.min(from + sliceBytes, file.size)).arrayBuffer())
  }
}

/** Reads the rows of a file from bytes that follow one another, wherever it was cut into them. */
export class RowReader {
  readonly #decoder: TextDecoder
  readonly #reader: { push: (text: string) => void; end: () => void }
  #beginning: string | null = ''

  /** With `isStrict`, bytes that the encoding does not have throw a TypeError. */
  constructor(format: FileFormat, onRow: (cells: string[]) => void, { isStrict = false } = {}) {
    this.#decoder = new TextDecoder(format.encoding, { fatal: isStrict })
    this.#reader = format.kind === 'csv' ? new CsvReader(format.delimiter, onRow) : new LineReader(onRow)
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }))
  }

  end(): void {
    this.#take(this.#decoder.decode())
    if (this.#beginning !== null) this.#begin(this.#beginning)
    this.#reader.end()
  }

  #take(text: string): void {
    if (this.#beginning === null) this.#reader.push(text)
    else {
      this.#beginning += text
      if (this.#beginning.length >= BEGINNING_LENGTH) this.#begin(this.#beginning)
    }
  }

  #begin(text: string): void {
    this.#beginning = null
    this.#reader.push(withoutDelimiterLine(text))
  }
}

/** Lines that are not blank, each as a row of one cell. */
class LineReader {
  readonly #onRow: (cells: string[]) => void
  #line = ''

  constructor(onRow: (cells: string[]) => void) {
    this.#onRow = onRow
  }

  push(text: string): void {
    const lines = `${this.#line}${text}`.split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) this.#report(line)
  }

  end(): void {
    this.#report(this.#line)
  }

  #report(line: string): void {
    if (line.trim() !== '') this.#onRow([line.trim()])
  }
}
