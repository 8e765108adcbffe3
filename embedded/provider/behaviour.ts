import { z } from 'zod'

/** The knobs for tests and benchmarks; 0 is off, where nothing else is said. */
const Knobs = z.strictObject({
  /** The delay of every answer to a send. */
  latencyMs: z.number().min(0).max(600_000),
  /** The share of sends, 0..1, that are answered 503 and not accepted. */
  errorRate: z.number().min(0).max(1),
  /** Sends beyond this many a second are answered 429 and not accepted. */
  throttlePerSecond: z.number().min(0).max(1_000_000),
  /** The share of sends, 0..1, that are accepted and never answered. */
  dropResponseRate: z.number().min(0).max(1),
  /**
   * The number of further sends of the API that are accepted; null for any number. Each send beyond it is held, neither
   * accepted nor answered, until the knob lets it pass or its sender closes the connection.
   */
  holdAfter: z.number().int().min(0).nullable(),
  /** Whether the events of messages accepted from now on are published. */
  notify: z.boolean(),
})

export type BehaviourKnobs = z.output<typeof Knobs>

/** All knobs as they are after a start. */
export const NORMAL: Readonly<BehaviourKnobs> = {
  latencyMs: 0,
  errorRate: 0,
  throttlePerSecond: 0,
  dropResponseRate: 0,
  holdAfter: null,
  notify: true,
}

/** The error in one knob. */
export interface KnobError {
  field: string
  message: string
}

/** The provider's behaviour, which is normal again after every start. */
export class Behaviour {
  knobs: BehaviourKnobs = { ...NORMAL }
  private held: (() => void)[] = []
  private tokens = 0
  private refilledAt = 0

  /** Merges some knobs into the rest; when one is wrong, nothing changes and the errors are returned. */
  merge(change: unknown): KnobError[] {
    const parsed = Knobs.partial().safeParse(change)
    if (!parsed.success) return parsed.error.issues.flatMap(namedFaults)
    this.knobs = { ...this.knobs, ...parsed.data }
    this.tokens = this.bucketSize()
    this.refilledAt = performance.now()
    for (const lookAgain of this.held.splice(0)) lookAgain()
    return []
  }

  /** Waits until one more send may pass `holdAfter`; false for a send whose sender is gone by then. */
  async letsPass(isGone: () => boolean): Promise<boolean> {
    while (this.knobs.holdAfter === 0) await new Promise<void>((checkAgain) => this.held.push(checkAgain))
    // A sender that gave up must be able to rely on it that the message is not accepted later.
    if (isGone()) return false
    if (this.knobs.holdAfter !== null) this.knobs.holdAfter -= 1
    return true
  }

  /** Whether a send is over the rate. The bucket holds the sends of one second, so that many may come in a burst. */
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

  /** The bucket holds one send even when the rate is below one a second. */
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
