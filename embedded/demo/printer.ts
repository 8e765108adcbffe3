import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Writes the story's lines; on a terminal with colours, and with a last line for the claim under way. */
export class Printer {
  readonly #out: NodeJS.WriteStream
  readonly #hasColours: boolean
  #hasProgress = false

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
    this.#hasColours = out.isTTY && !process.env['NO_COLOR']
  }

  heading(text: string): void {
    this.line(`\n${this.#style('bold', text)}`)
  }

  line(text: string): void {
    this.#clear()
    this.#out.write(`${text}\n`)
  }

  held(text: string, elapsedMs: number): void {
    this.line(`   ${this.#style('green', '✓')} ${text} ${this.#style('dim', `(${seconds(elapsedMs)})`)}`)
  }

  failed(claim: { that: string; expected: string; actual: string }, elapsedMs: number | null): void {
    const took = elapsedMs === null ? '' : ` ${this.#style('dim', `(${seconds(elapsedMs)})`)}`
    this.line(`   ${this.#style('red', '✗')} ${claim.that}${took}`)
    this.line(`       expected  ${claim.expected}\n       actual    ${claim.actual}`)
  }

  /** Shows a line in place until the next one. Output to a file gets none. */
  progress(text: string, elapsedMs: number): void {
    if (!this.#out.isTTY) return
    const line = `   … ${text} (${seconds(elapsedMs)})`
    // A line that wraps cannot be overwritten. Some terminals report a width of zero.
    this.#out.write(`\r\u001B[K${line.slice(0, (this.#out.columns || 80) - 1)}`)
    this.#hasProgress = true
  }

  #clear(): void {
    if (this.#hasProgress) this.#out.write('\r\u001B[K')
    this.#hasProgress = false
  }

  #style(format: Format, text: string): string {
    return this.#hasColours ? styleText(format, text) : text
  }
}

/** A duration for people, such as `0.42 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
}
