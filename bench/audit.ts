/** Checks what a run with failures must not have broken: prints each comparison, and fails at the end. */
export class Audit {
  readonly #say: (line: string) => void
  readonly #broken: string[] = []

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** Compares two values; goes on when they differ. */
  equal(what: string, actual: unknown, expected: unknown): void {
    const line = `${what}: ${String(actual)}${actual === expected ? '' : `, but expected ${String(expected)}`}`
    this.#say(line)
    if (actual !== expected) this.#broken.push(line)
  }

  /** Throws when anything differed. */
  finish(): void {
    if (this.#broken.length > 0) throw new Error(this.#broken.join('; '))
  }
}
