import { codeLength } from './code-length.js'

// Ordinary messages take a millisecond or two. What is cut off here has kept everyone waiting for nothing.
const TIME_MS = 50
// Half of that, before which it is no news how long a task takes.
const LONG_MS = 25
// For how long a task is not tried again that took long. It may be a matter of its values.
const AVOIDED_MS = 60_000
// The same where most of its time was not spent by working: on a busy machine a process stands still now and then,
// and whatever it does at that moment is not to blame.
const DOUBTED_MS = 10_000
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
  private readonly begunAt = performance.now()
  private readonly cpuAtBegin = recentCpuUsage(this.begunAt)
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

  /** For how long the like of this task is to be kept out of the event loop: 0 unless it has taken long. */
  get avoidedMs(): number {
    if (performance.now() - this.begunAt < LONG_MS) return 0
    const { user, system } = process.cpuUsage(this.cpuAtBegin)
    return (user + system) / 1_000 < LONG_MS ? DOUBTED_MS : AVOIDED_MS
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

// Asking for it costs as much as a short rendering, and a little more of it changes nothing.
const RECENT_MS = 10
let recent = { askedAt: -Infinity, usage: process.cpuUsage() }

function recentCpuUsage(now: number): NodeJS.CpuUsage {
  if (now - recent.askedAt > RECENT_MS) recent = { askedAt: now, usage: process.cpuUsage() }
  return recent.usage
}
