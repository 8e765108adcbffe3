import { MAX_DELIMITER_LINE } from '../../../../models/domain/csv-rows/delimiters.js'
import { CsvReader, type OnRow } from './csv-reader.js'
import { withoutDelimiterLine, type FileFormat } from './file-format.js'

/** Reads the rows of a file from bytes that follow one another, wherever it was cut into them. */
export class RowReader {
  readonly #decoder: TextDecoder
  readonly #reader: { push: (text: string) => void; end: (isWhole: boolean) => void }
  #beginning: string | null = ''

  /** With `isStrict`, bytes that the encoding does not have throw a TypeError. */
  constructor(format: FileFormat, onRow: OnRow, { isStrict = false } = {}) {
    this.#decoder = new TextDecoder(format.encoding, { fatal: isStrict })
    this.#reader = format.kind === 'csv' ? new CsvReader(format.delimiter, onRow) : new LineReader(onRow)
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Reads the last rows. Where the file was not read whole, a row that its beginning cuts is left out. */
  end({ isWhole = true } = {}): void {
    this.#take(this.#decoder.decode(new Uint8Array(), { stream: !isWhole }))
    if (this.#beginning !== null) this.#begin(this.#beginning)
    this.#reader.end(isWhole)
  }

  #take(text: string): void {
    if (this.#beginning === null) this.#reader.push(text)
    else {
      this.#beginning += text
      if (this.#beginning.length >= MAX_DELIMITER_LINE) this.#begin(this.#beginning)
    }
  }

  #begin(text: string): void {
    this.#beginning = null
    this.#reader.push(withoutDelimiterLine(text))
  }
}

/** Lines that are not blank, each as a row of one cell. */
class LineReader {
  readonly #onRow: OnRow
  #line = ''

  constructor(onRow: OnRow) {
    this.#onRow = onRow
  }

  push(text: string): void {
    const lines = `${this.#line}${text}`.split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) this.#report(line)
  }

  end(isWhole: boolean): void {
    if (isWhole) this.#report(this.#line)
  }

  #report(line: string): void {
    if (line.trim() !== '') this.#onRow({ cells: [line.trim()], isBroken: false })
  }
}
