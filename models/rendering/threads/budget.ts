import { codeLength } from './code-length.js'

// Ordinary messages take a millisecond or two. What is cut off here has kept everyone waiting for nothing.
const TIME_MS = 50
// Counted as the engine counts: several times what an ordinary message takes, and little enough for one filter that
// is given all of it, within which nobody looks at the time.
const MEMORY = 300_000
// Parsed at a microsecond a character, when it is made to be slow.
const CODE_LENGTH = 20_000
// Of a template in which there is nothing to parse, in the same unit.
const SOURCE_COST = 5
// Read at a microsecond a character, and where elements are left open with the square of it.
const HTML_LENGTH = 32 * 1024

/** Thrown within a task that is too large for the event loop. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** What a task may take of the event loop, which everybody waits for. */
export class Budget {
  readonly memory = MEMORY
  private readonly isFrugal: boolean
  private endsAt: number | null = null
  private codeLeft = CODE_LENGTH

  /** A frugal one is for nothing but renderings of templates that were parsed before. */
  constructor({ isFrugal = false } = {}) {
    this.isFrugal = isFrugal
  }

  /** What is left for rendering, from the first time this is asked. */
  get leftMs(): number {
    this.endsAt ??= performance.now() + TIME_MS
    return Math.max(0, this.endsAt - performance.now())
  }

  /** Takes what parsing a template costs. Throws OverBudget. */
  takeSource(source: string): void {
    this.codeLeft -= SOURCE_COST + codeLength(source, this.codeLeft)
    if (this.isFrugal || this.codeLeft < 0) throw new OverBudget()
  }

  /** Throws OverBudget for a document that is too long to be read here. */
  admitHtml(html: string): void {
    if (this.isFrugal || html.length > HTML_LENGTH) throw new OverBudget()
  }
}
