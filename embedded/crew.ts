import { rotateLog } from './log-file.js'
import type { Part } from './parts.js'
import { StackError } from './stack-error.js'
import { Supervised, type ProcessEvents, type ProcessSpec } from './supervise.js'

/**
 * What stops together, and after what. Gateway and worker finish what they do while all else still answers.
 * Temporal and MongoDB do not know each other, and each takes over two seconds to close its files.
 */
const STOP_ORDER: readonly (readonly Part[])[] = [['gateway', 'worker'], ['provider'], ['temporal', 'mongodb']]

/** The supervised processes of one stack. */
export class Crew {
  readonly #events: ProcessEvents
  readonly #members = new Map<Part, Supervised>()
  readonly #onExit = (): void => this.#abandon()
  readonly #stopping = new AbortController()

  constructor(events: ProcessEvents) {
    this.#events = events
    // Whatever ends our own process, by an error or process.exit, leaves nothing running.
    process.once('exit', this.#onExit)
  }

  /** Aborted when everything is to stop, for what runs beside the processes. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Starts a process and waits until it is ready. */
  async start(spec: ProcessSpec): Promise<void> {
    if (this.stopping.aborted) throw new StackError(`${spec.name} was not started: the stack is stopping.`)
    rotateLog(spec.logFile)
    const member = new Supervised(spec, this.#events)
    this.#members.set(spec.name, member)
    await member.start()
  }

  /** A process we run. Throws for one that others run, or that was not asked for. */
  get(part: Part): Supervised {
    const member = this.#members.get(part)
    if (!member) throw new Error(`${part} is not run by this stack`)
    return member
  }

  /** Stops everything, in order. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const together of STOP_ORDER) await Promise.all(together.map(async (part) => this.#members.get(part)?.stop()))
    process.off('exit', this.#onExit)
  }

  #abandon(): void {
    for (const member of this.#members.values()) member.abandon()
  }
}
