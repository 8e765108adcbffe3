import { rotateLog } from './log-file.js'
import type { Part } from './parts.js'
import { StackError } from './stack-error.js'
import { SupervisedProcess, type ProcessEvents, type ProcessSpec } from './supervised-process.js'

/**
 * The groups of processes that stop together, in order. Gateway and worker finish their work while the others still
 * answer. Temporal and MongoDB are independent, and each needs over two seconds to close its files.
 */
const STOP_ORDER: readonly (readonly Part[])[] = [['gateway', 'worker'], ['provider'], ['temporal', 'mongodb']]

/** The supervised processes of one stack. */
export class Supervisor {
  readonly #events: ProcessEvents
  readonly #processes = new Map<string, SupervisedProcess>()
  readonly #onExit = (): void => this.#abandon()
  readonly #stopping = new AbortController()

  constructor(events: ProcessEvents) {
    this.#events = events
    // An error or process.exit in this process must not leave the others running.
    process.once('exit', this.#onExit)
  }

  /** Aborted when the stack stops, for the tasks that run beside the processes. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Starts a process, waits until it is ready and returns it. */
  async start(spec: ProcessSpec): Promise<SupervisedProcess> {
    if (this.stopping.aborted) throw new StackError(`${spec.name} was not started: the stack is stopping.`)
    rotateLog(spec.logFile)
    const supervised = new SupervisedProcess(spec, this.#events)
    this.#processes.set(spec.name, supervised)
    await supervised.start()
    return supervised
  }

  /** A process of this stack. Throws for a part that the stack does not run. */
  get(part: Part): SupervisedProcess {
    const supervised = this.#processes.get(part)
    if (!supervised) throw new Error(`${part} is not run by this stack`)
    return supervised
  }

  /** Stops every process, in order. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const together of STOP_ORDER) {
      const group = [...this.#processes.values()].filter(({ spec }) => together.includes(spec.part))
      await Promise.all(group.map((supervised) => supervised.stop()))
    }
    process.off('exit', this.#onExit)
  }

  #abandon(): void {
    for (const supervised of this.#processes.values()) supervised.abandon()
  }
}
