import { bringUpForBench, type BenchStack } from './bench-stack.js'
import { Inbox } from './load/inbox.js'
import { MeasuringClient } from './measuring/measuring-client.js'
import { Meter } from './measuring/meter.js'

/** A stack, with a client of its database, a meter and its inbox. */
export interface MeasuredStack extends BenchStack {
  database: MeasuringClient
  meter: Meter
  inbox: Inbox
}

/** The settings of all stacks of a run. */
export interface PoolOptions {
  /** Aborting it keeps further stacks from coming up. */
  signal: AbortSignal
  /** The longest time for which a meter looks at a stack at rest. */
  longestQuietSeconds: number
  log: (line: string) => void
}

/** One stack at a time, so that none disturbs another; parts that need the same settings share it. */
export class StackPool {
  readonly #options: PoolOptions
  #current: { stack: MeasuredStack; key: string } | undefined
  #starting: Promise<unknown> = Promise.resolve()
  #ending: Promise<unknown> = Promise.resolve()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Whether no further stack comes up, because a signal ends this process. */
  get isStopping(): boolean {
    return this.#options.signal.aborted
  }

  /** The running stack if it has these settings; else it ends, and another comes up. */
  async shared(settings: Record<string, string> = {}): Promise<MeasuredStack> {
    const key = JSON.stringify(settings)
    if (this.#current?.key === key) return this.#current.stack
    return this.#replace(settings, key)
  }

  /** A new stack, which has done nothing yet. */
  async fresh(settings: Record<string, string> = {}): Promise<MeasuredStack> {
    return this.#replace(settings, JSON.stringify(settings))
  }

  /** Asks the running stack; null without one. */
  async describe<Description>(ask: (stack: MeasuredStack) => Promise<Description>): Promise<Description | null> {
    return this.#current ? ask(this.#current.stack) : null
  }

  /** Ends the running stack, if there is one, and removes its data; waits for one that is starting or ending. */
  async end(): Promise<void> {
    await this.#starting.catch(() => undefined)
    const { stack } = this.#current ?? {}
    this.#current = undefined
    const before = this.#ending
    this.#ending = before.then(() => stack?.end())
    await this.#ending
  }

  async #replace(settings: Record<string, string>, key: string): Promise<MeasuredStack> {
    await this.end()
    this.#options.signal.throwIfAborted()
    const start = async (): Promise<MeasuredStack> => {
      const stack = await this.#bringUp(settings)
      this.#current = { stack, key }
      return stack
    }
    const starting = start()
    this.#starting = starting
    return starting
  }

  async #bringUp(settings: Record<string, string>): Promise<MeasuredStack> {
    const { signal, log, longestQuietSeconds } = this.#options
    const bench = await bringUpForBench(settings, { signal, log })
    const { info } = bench.stack
    const database = await MeasuringClient.connect(info.mongodb)
    return {
      ...bench,
      database,
      meter: new Meter(database, () => info.processes, longestQuietSeconds),
      inbox: new Inbox(info.inbox),
      async end() {
        await database.close()
        await bench.end()
      },
    }
  }
}
