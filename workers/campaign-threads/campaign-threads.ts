import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { CampaignGroup, GroupResult } from '../../activities/campaign/group-sender.js'
import { enqueue, ownerOfEntries } from '../../commands/base/outbox/owner.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import type { Config } from '../../runtime/config.js'
import type { LoggableError } from '../../runtime/loggable-error.js'
import { addObservations } from '../../runtime/metrics/registry.js'
import type { SharedNumber } from '../../runtime/threads/shared-number.js'
import { programFile, THREAD_ARGV } from '../../runtime/program-files.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import type { Answer, FromThread, Task, ThreadData } from './messages.js'

/** Options of the threads that send the groups of campaigns. */
export interface CampaignThreadOptions {
  config: Config
  threads: number
  /** How many connections to the provider each thread may keep; undefined for no limit. */
  connections: SharedNumber | undefined
  /** Called when the first thread is about to start, and when the last one has ended. */
  onUse: (isUsed: boolean) => void
  /** A thread without a group ends after this time; `IDLE_MS` if omitted. */
  idleMs?: number
}

/**
 * How many groups may be concurrent in one thread. With several, a small campaign need not wait for a large one.
 */
const GROUPS_OF_THREAD = 8
// This is longer than the pauses of a campaign whose emails the provider defers now and then.
const IDLE_MS = 30_000

/**
 * Sends groups of campaigns in threads, each with connections and caches of its own. Threads start with the first group
 * and end when there was no group for a while. If a thread dies, its groups fail, the outcomes of their emails are
 * resolved as unknown outcomes, and the next group starts a new thread.
 */
export class CampaignThreads {
  readonly #options: CampaignThreadOptions
  readonly #stopping = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // The limiter holds waiting groups, because Piscina's queue would keep groups that wait for a dead thread.
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

  /** Makes the threads submit no more emails. Groups end as soon as the provider has answered. */
  stop(): void {
    Atomics.store(this.#stopping, 0, 1)
  }

  /** Ends the threads. No group may be running. */
  async close(): Promise<void> {
    await this.#pool.destroy()
  }

  #createPool(): Piscina {
    const { config, connections, threads, idleMs = IDLE_MS } = this.#options
    const data: ThreadData = { config, connections, stopping: this.#stopping }
    const pool = new Piscina({
      filename: fileURLToPath(programFile('workers/campaign-threads/thread.js')),
      execArgv: THREAD_ARGV,
      workerData: data,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: GROUPS_OF_THREAD,
      idleTimeout: idleMs,
      // With `Atomics.wait` a thread that waits for a group could not serve its connections.
      atomics: 'disabled',
      recordTiming: false,
    })
    pool.on('message', (message: FromThread) => {
      if ('entries' in message) enqueue(message.entries)
      else addObservations(message.observations)
    })
    // The pool counts the thread until the end of this turn of the event loop.
    pool.on('workerDestroy', () => setImmediate(() => this.#setUsed(this.#pool.threads.length > 0)))
    // Emitted for a thread that fails while it starts. Piscina would wait for this thread for ever.
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
