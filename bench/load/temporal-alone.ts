import { Client, Connection } from '@temporalio/client'
import { defineSearchAttributeKey } from '@temporalio/common'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { newId } from '../../runtime/ids.js'
import { PRIORITY, SEARCH_ATTRIBUTES } from '../../workflows/contracts.js'
import { runProgram, type RunningProgram } from '../programs/run-program.js'
import type { runEmpty } from '../programs/empty-workflow.js'
import { untilReached } from './inbox.js'

const TASK_QUEUE = 'bench-empty'
const keyword = (name: string) => defineSearchAttributeKey(name, 'KEYWORD')
const KEYS = {
  project: keyword(SEARCH_ATTRIBUTES.project),
  kind: keyword(SEARCH_ATTRIBUTES.kind),
  workflow: keyword(SEARCH_ATTRIBUTES.workflow),
  contact: keyword(SEARCH_ATTRIBUTES.contact),
}

/** The Temporal server of a stack with an extra worker, which runs the shape of an execution without its content. */
export class TemporalAlone {
  readonly #connection: Connection
  readonly #client: Client
  readonly #worker: RunningProgram<{ ended: number }>
  readonly #delayMs: number
  #ended = 0
  #wanted = 0

  private constructor(connection: Connection, worker: RunningProgram<{ ended: number }>, delayMs: number) {
    this.#connection = connection
    this.#client = new Client({ connection })
    this.#worker = worker
    this.#delayMs = delayMs
    worker.onMessage(({ ended }) => {
      this.#ended = ended
    })
  }

  /** Starts the worker. */
  static async start(address: string, delayMs: number): Promise<TemporalAlone> {
    const worker = await runProgram<{ ended: number }>('empty-worker', [address, TASK_QUEUE])
    return new TemporalAlone(await Connection.connect({ address }), worker, delayMs)
  }

  /** The process of the worker. */
  get workerPid(): number | null {
    return this.#worker.pid
  }

  /**
   * Starts so many executions and waits for the last; resolves to the seconds from the first start to the last exit.
   */
  async run(count: number, concurrency: number): Promise<number> {
    this.#wanted += count
    const from = performance.now()
    const projectId = newId()
    await mapConcurrent(Array.from({ length: count }), concurrency, () => this.#startOne(projectId))
    const endedAt = await untilReached('executions of Temporal alone', this.#wanted, async () => this.#ended)
    return (endedAt - from) / 1_000
  }

  /** Stops the worker. */
  async end(): Promise<void> {
    await this.#connection.close()
    await this.#worker.end()
  }

  async #startOne(projectId: string): Promise<void> {
    const [executionId, stepId] = [newId(), newId()]
    await this.#client.workflow.start<typeof runEmpty>('runEmpty', {
      workflowId: `empty:${executionId}`,
      taskQueue: TASK_QUEUE,
      args: [{ projectId, executionId, stepId, sequence: 1, delayMs: this.#delayMs }],
      staticSummary: 'Empty execution',
      typedSearchAttributes: [
        { key: KEYS.project, value: projectId },
        { key: KEYS.kind, value: 'execution' },
        { key: KEYS.workflow, value: newId() },
        { key: KEYS.contact, value: newId() },
      ],
      priority: { priorityKey: PRIORITY.execution, fairnessKey: projectId },
    })
  }
}
