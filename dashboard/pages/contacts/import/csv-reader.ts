import { trimText } from '../../../../models/domain/trim-text.js'

// No contact is as large: a quotation mark that is never closed would take the rest of the file into one row.
const MAX_ROW_LENGTH = 1024 * 1024

type Mode =
  /** Before the first character of a cell that is not blank. */
  | 'begin'
  | 'plain'
  | 'quoted'
  /** Behind a quotation mark within a quoted cell, which closes the cell or stands for itself. */
  | 'closing'

/**
 * Reads a CSV file (RFC 4180, with any line ends) from texts that follow one another, wherever it was cut into them.
 * Blanks around cells are dropped, and rows of blank cells are skipped. A quotation mark within an unquoted cell is a
 * character.
 */
export class CsvReader {
  readonly #delimiter: string
  readonly #special: RegExp
  readonly #onRow: (cells: string[]) => void
  #cells: string[] = []
  #cell = ''
  /** Blanks behind a closing mark. */
  #blanks = ''
  #length = 0
  #mode: Mode = 'begin'
  #isAfterReturn = false

  constructor(delimiter: string, onRow: (cells: string[]) => void) {
    this.#delimiter = delimiter
    // linear: one class of characters.
    this.#special = new RegExp(`[${delimiter === '\t' ? String.raw`\t` : `\\${delimiter}`}\r\n]`, 'g')
    this.#onRow = onRow
  }

  /** Reads the next text of the file. */
  push(text: string): void {
    let at = 0
    while (at < text.length) {
      if (this.#mode === 'quoted') at = this.#takeUntil(text, at, indexOf(text, '"', at))
      else if (this.#mode === 'plain') at = this.#takeUntil(text, at, this.#nextSpecial(text, at))
      if (at < text.length) this.#read(text[at] ?? '')
      at += 1
    }
  }

  /** Ends the file: its last row needs no line end. */
  end(): void {
    if (this.#cells.length > 0 || this.#cell !== '' || this.#mode !== 'begin') this.#endRow()
  }

  #nextSpecial(text: string, from: number): number {
    this.#special.lastIndex = from
    return this.#special.exec(text)?.index ?? text.length
  }

  /** Adds the characters before `end` to the cell. A row that has become too long ends where it is too long. */
  #takeUntil(text: string, from: number, end: number): number {
    if (end > from) this.#isAfterReturn = false
    const room = MAX_ROW_LENGTH - this.#length
    if (end - from < room) {
      this.#add(text.slice(from, end))
      return end
    }
    this.#add(text.slice(from, from + room))
    this.#endRow()
    return from + room
  }

  #read(character: string): void {
    const isReturned = this.#isAfterReturn
    this.#isAfterReturn = false
    if (this.#mode === 'quoted') this.#mode = 'closing'
    else if (this.#mode === 'closing' && character === '"') this.#append(character, 'quoted')
    else if (character === this.#delimiter) this.#endCell()
    else if (character === '\n' && isReturned) return
    else if (character === '\r' || character === '\n') this.#endLine(character)
    else if (this.#mode === 'closing') this.#readBehindMark(character)
    else if (this.#mode === 'begin' && character === '"') this.#openMark()
    else this.#append(character, this.#mode === 'begin' && isBlank(character) ? 'begin' : 'plain')
  }

  /** Blanks may follow the closing mark. With other text behind it the marks are characters of the cell. */
  #readBehindMark(character: string): void {
    if (isBlank(character)) {
      this.#blanks += character
      return
    }
    this.#cell = `"${this.#cell}"${this.#blanks}`
    this.#append(character, 'plain')
  }

  #openMark(): void {
    this.#cell = ''
    this.#blanks = ''
    this.#mode = 'quoted'
  }

  #append(character: string, mode: Mode): void {
    this.#mode = mode
    this.#add(character)
  }

  #add(text: string): void {
    this.#cell += text
    this.#length += text.length
  }

  #endLine(character: string): void {
    this.#endRow()
    this.#isAfterReturn = character === '\r'
  }

  #endCell(): void {
    this.#cells.push(trimText(this.#cell))
    this.#cell = ''
    this.#mode = 'begin'
  }

  #endRow(): void {
    this.#endCell()
    const cells = this.#cells
    this.#cells = []
    this.#length = 0
    if (cells.some((cell) => cell !== '')) this.#onRow(cells)
  }
}

function indexOf(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from)
  return found < 0 ? text.length : found
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\u00A0'
}
