import { z } from 'zod'

/** The knobs for tests and benchmarks; 0 is off. */
const Knobs = z.strictObject({
  /** How long every answer to a send takes. */
  latencyMs: z.number().min(0).max(600_000),
  /** The share of sends, 0..1, that are answered 503 and not taken. */
  errorRate: z.number().min(0).max(1),
  /** Sends beyond this many a second are answered 429 and not taken. */
  throttlePerSecond: z.number().min(0).max(1_000_000),
  /** The share of sends, 0..1, that are taken and never answered. */
  dropResponseRate: z.number().min(0).max(1),
  /** Whether events are published for what is accepted from now on. */
  notify: z.boolean(),
})

export type BehaviourKnobs = z.output<typeof Knobs>

/** What is wrong with one knob. */
export interface KnobError {
  field: string
  message: string
}

/** How the provider behaves; back to normal at every start. */
export class Behaviour {
  knobs: BehaviourKnobs = { latencyMs: 0, errorRate: 0, throttlePerSecond: 0, dropResponseRate: 0, notify: true }
  private tokens = 0
  private refilledAt = 0

  /** Merges some knobs into the rest; with any of them wrong, nothing changes and the faults are returned. */
  merge(change: unknown): KnobError[] {
    const parsed = Knobs.partial().safeParse(change)
    if (!parsed.success) return parsed.error.issues.flatMap(namedFaults)
    this.knobs = { ...this.knobs, ...parsed.data }
    this.tokens = this.bucketSize()
    this.refilledAt = performance.now()
    return []
  }

  /** Whether one more send is too many. A second's worth may come at once. */
  isThrottled(): boolean {
    const { throttlePerSecond } = this.knobs
    if (throttlePerSecond === 0) return false
    const now = performance.now()
    const refill = ((now - this.refilledAt) / 1_000) * throttlePerSecond
    this.tokens = Math.min(this.bucketSize(), this.tokens + refill)
    this.refilledAt = now
    if (this.tokens < 1) return true
    this.tokens -= 1
    return false
  }

  /** Below one a second, a whole send still has to fit. */
  private bucketSize(): number {
    return Math.max(1, this.knobs.throttlePerSecond)
  }

  isFailing(): boolean {
    return Math.random() < this.knobs.errorRate
  }

  isDroppingResponse(): boolean {
    return Math.random() < this.knobs.dropResponseRate
  }
}

function namedFaults(issue: z.core.$ZodIssue): KnobError[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: issue.path.join('.'), message: issue.message }]
  return issue.keys.map((field) => ({
    field,
    message: `No such knob; there are ${Object.keys(Knobs.shape).join(', ')}`,
  }))
}
