import { codeLength } from './code-length.js'

// Ordinary messages take a millisecond or two. A task that is stopped has blocked the event loop in vain.
const TIME_MS = 50
// Half of `TIME_MS`: a shorter task is no reason to avoid the event loop.
const LONG_MS = 25
// A task that took long stays out of the event loop for this time. With other values it may be quick.
const AVOIDED_MS = 60_000
// The time for a task during which the process used little CPU. On a busy machine the process pauses now and then, and
// the task may not be the cause of the pause.
const AVOIDED_AFTER_PAUSE_MS = 10_000
// In the engine's units: several times the need of an ordinary message. It is little enough for a single filter that
// uses all of it, because the time is not checked within a filter.
const MEMORY = 300_000
// In characters. A template that is made to be slow takes a microsecond for each character.
const CODE_LENGTH = 20_000
// The cost of a template besides its code, in the same unit.
const SOURCE_COST = 5
// In characters. Reading takes a microsecond for each character, or the square of that where elements are left open.
const HTML_LENGTH = 32 * 1024

/** Thrown by a task that is too large for the event loop. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
}

/** The time, memory and text that one task may use in the event loop. All other work waits for the task. */
export class Budget {
  readonly memory = MEMORY
  private readonly isFrugal: boolean
  private readonly begunAt = performance.now()
  private readonly cpuAtBegin = recentCpuUsage(this.begunAt)
  private endsAt: number | null = null
  private codeLeft = CODE_LENGTH

  /** A frugal budget is enough only to render templates that were parsed before. */
  constructor({ isFrugal = false } = {}) {
    this.isFrugal = isFrugal
  }

  /** The time left for rendering, which begins with the first call. */
  get leftMs(): number {
    this.endsAt ??= performance.now() + TIME_MS
    return Math.max(0, this.endsAt - performance.now())
  }

  /** The time since the task began. */
  get usedMs(): number {
    return performance.now() - this.begunAt
  }

  /** How long tasks like this one stay out of the event loop: 0 unless this one took long. */
  get avoidedMs(): number {
    if (this.usedMs < LONG_MS) return 0
    const { user, system } = process.cpuUsage(this.cpuAtBegin)
    return (user + system) / 1_000 < LONG_MS ? AVOIDED_AFTER_PAUSE_MS : AVOIDED_MS
  }

  /** Charges the cost of parsing a template. Throws OverBudget. */
  takeSource(source: string): void {
    this.codeLeft -= SOURCE_COST + codeLength(source, this.codeLeft)
    if (this.isFrugal || this.codeLeft < 0) throw new OverBudget()
  }

  /** Throws OverBudget when the task has used its time. Our own loops over a document call this at each step. */
  checkTime(): void {
    if (this.usedMs > TIME_MS) throw new OverBudget()
  }

  /** Throws OverBudget for a document that is too long for the event loop. */
  admitHtml(html: string): void {
    if (this.isFrugal || html.length > HTML_LENGTH) throw new OverBudget()
  }
}

// Reading the CPU usage costs as much as a short rendering. A reading that is a few milliseconds old is good enough.
const RECENT_MS = 10
let recent = { askedAt: -Infinity, usage: process.cpuUsage() }

function recentCpuUsage(now: number): NodeJS.CpuUsage {
  if (now - recent.askedAt > RECENT_MS) recent = { askedAt: now, usage: process.cpuUsage() }
  return recent.usage
}
