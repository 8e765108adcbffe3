/** A place of a text; line and column count from 1. */
export interface Place {
  line: number
  column: number
}

/** The lines of a text, found once for all places that are asked for. */
export class LineIndex {
  readonly #starts: number[] = [0]
  readonly #length: number

  constructor(text: string) {
    this.#length = text.length
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** The offset of a place; that of the nearest one where the text has none such. */
  offsetOf({ line, column }: Place): number {
    const start = this.#starts[Math.min(line, this.#starts.length) - 1] ?? 0
    return Math.min(start + column - 1, this.#length)
  }

  /** The place of an offset. */
  placeOf(offset: number): Place {
    const after = this.#starts.findIndex((start) => start > offset)
    const line = after === -1 ? this.#starts.length : after
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 }
  }
}
