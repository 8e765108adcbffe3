import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { CampaignGroup, GroupResult } from '../../activities/campaign/group-sender.js'
import { enqueue, ownerOfEntries } from '../../commands/outbox/owner.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import type { Config } from '../../runtime/config.js'
import type { LoggableError } from '../../runtime/loggable-error.js'
import { addObservations } from '../../runtime/metrics/registry.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import type { Answer, FromThread, Task, ThreadData } from './messages.js'

/** The threads of a worker, and what they tell it. */
export interface CampaignThreadOptions {
  config: Config
  threads: number
  /** How many connections to the provider each may keep; undefined where their number is not limited. */
  connections: number | undefined
  /** Called when the first thread is about to start, and when the last one has ended. */
  onUse: (isUsed: boolean) => void
  /** A thread without a group ends after this time; half a minute if omitted. */
  idleMs?: number
}

/**
 * How many groups of all projects go on in one thread: a small campaign need not wait for the groups of a large one.
 */
const GROUPS_OF_THREAD = 8
// Longer than the pauses of a campaign that the provider puts off now and then.
const IDLE_MS = 30_000

// In development and tests a thread has to read TypeScript, as the process does.
const [THREAD, EXEC_ARGV] = import.meta.url.endsWith('.ts') ? ['./thread.ts', ['--import', 'tsx']] : ['./thread.js', []]

/**
 * Sends groups of campaigns in threads, each with connections and caches of its own. They start with the first group
 * and end when there has been none for a while. A thread that dies fails its groups, whose emails are then resolved as
 * those of an unknown outcome, and the next group starts another.
 */
export class CampaignThreads {
  readonly #options: CampaignThreadOptions
  readonly #stopping = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // Piscina's own queue would keep what waits for a thread that died.
  readonly #limit: ReturnType<typeof createLimiter>
  #pool: Piscina
  #isUsed = false

  constructor(options: CampaignThreadOptions) {
    this.#options = options
    this.#limit = createLimiter({ concurrency: options.threads * GROUPS_OF_THREAD })
    this.#pool = this.#createPool()
  }

  /** Sends a group; see `SendGroup`. */
  readonly send = (group: CampaignGroup): Promise<GroupResult> => {
    const projectId = group.kind === 'stored' ? group.projectId : group.campaign.projectId
    const task: Task = { group, owner: ownerOfEntries(), trace: traceParent() }
    return this.#limit(projectId, async () => {
      this.#setUsed(true)
      const answer = (await this.#pool.run(task)) as Answer
      if ('failure' in answer) throw errorOf(answer.failure)
      return answer.result
    })
  }

  /** Lets the threads submit nothing more; groups end as soon as the provider has answered. */
  stop(): void {
    Atomics.store(this.#stopping, 0, 1)
  }

  /** Ends the threads; no group may be under way. */
  async close(): Promise<void> {
    await this.#pool.destroy()
  }

  #createPool(): Piscina {
    const { config, connections, threads, idleMs = IDLE_MS } = this.#options
    const data: ThreadData = { config, connections, stopping: this.#stopping }
    const pool = new Piscina({
      filename: fileURLToPath(new URL(THREAD, import.meta.url)),
      execArgv: EXEC_ARGV,
      workerData: data,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: GROUPS_OF_THREAD,
      idleTimeout: idleMs,
      // A thread that waits for a group must go on serving its connections.
      atomics: 'disabled',
      recordTiming: false,
    })
    pool.on('message', (message: FromThread) => {
      if ('entries' in message) enqueue(message.entries)
      else addObservations(message.observations)
    })
    // The pool counts the thread until the end of this turn.
    pool.on('workerDestroy', () => setImmediate(() => this.#setUsed(this.#pool.threads.length > 0)))
    // Emitted for a thread that fails while it starts: Piscina would wait for it for ever.
    return pool.on('error', () => this.#replace(pool))
  }

  #replace(pool: Piscina): void {
    if (pool !== this.#pool) return
    this.#pool = this.#createPool()
    void pool.close()
  }

  #setUsed(isUsed: boolean): void {
    if (isUsed === this.#isUsed) return
    this.#isUsed = isUsed
    this.#options.onUse(isUsed)
  }
}

function errorOf({ type, message, stack, code }: LoggableError): Error {
  const error = new Error(message)
  return Object.assign(error, { name: type, ...(stack ? { stack } : {}), ...(code === undefined ? {} : { code }) })
}
