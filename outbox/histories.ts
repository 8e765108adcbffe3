import { Client, isGrpcServiceError, ServiceError, WorkflowNotFoundError } from '@temporalio/client'
import { connectTemporal } from './temporal.js'
import type { TemporalServer } from './temporal-server.js'

/** A run of a Temporal workflow. */
export interface Run {
  workflowId: string
  runId: string
}

/** The history of a run, as replays read it. */
export interface RecordedRun extends Run {
  history: object
}

/** Reads the histories that Temporal recorded, and changes nothing. */
export interface Histories {
  /** The workflow types among the runs that match a query. */
  types(query: string): Promise<string[]>
  count(query: string): Promise<number>
  /** The runs that match, at most `limit`: running ones first, then by their end, the newest first. */
  list(query: string, limit: number): AsyncIterable<Run>
  /** Null for a run that no worker has begun, or that was deleted. */
  fetch(run: Run): Promise<RecordedRun | null>
  close(): Promise<void>
}

/** The query for the runs of a workflow type that match another query. */
export function ofType(type: string, query: string): string {
  return `WorkflowType = '${type}' AND (${query})`
}

const PAGE = 100
const DEADLINE_MS = 30_000
// A namespace that is shared with other programs may have more types than Posthorn.
const MAX_TYPES = 200
const GRPC_INVALID_ARGUMENT = 3
// A number of Temporal's API (temporal.api.enums.v1.EventType).
const WORKFLOW_TASK_COMPLETED = 7

/** Connects on the first call. */
export function createHistories(server: TemporalServer): Histories {
  const { namespace } = server
  const connection = connectTemporal(server)
  const { workflow } = new Client({ connection, namespace })
  const within = <T>(call: () => Promise<T>): Promise<T> => connection.withDeadline(Date.now() + DEADLINE_MS, call)

  async function* list(query: string, limit: number): AsyncIterable<Run & { type: string }> {
    let left = limit
    if (left <= 0) return
    const found = workflow.list({ query, pageSize: Math.min(PAGE, limit) })[Symbol.asyncIterator]()
    // The deadline holds for each call, not for the whole list, because the reader may take long between two runs.
    for (let next = await within(() => found.next()); !next.done; next = await within(() => found.next())) {
      const { workflowId, runId, type } = next.value
      yield { workflowId, runId, type }
      left -= 1
      if (left <= 0) return
    }
  }
  return {
    async types(query) {
      const types: string[] = []
      // Not every visibility store groups by type, but every store can exclude the types that were found.
      while (types.length < MAX_TYPES) {
        const excluded = types.map((type) => `'${type}'`).join(', ')
        const others = types.length === 0 ? query : `(${query}) AND WorkflowType NOT IN (${excluded})`
        const before = types.length
        for await (const { type } of list(others, 1)) types.push(type)
        if (types.length === before) break
      }
      return types.toSorted()
    },
    count: async (query) => (await within(() => workflow.count(query))).count,
    list,
    async fetch(run) {
      const handle = workflow.getHandle(run.workflowId, run.runId)
      try {
        const { events } = await within(() => handle.fetchHistory())
        const answered = answeredEvents(events ?? [])
        return answered.length > 0 ? { ...run, history: { events: answered } } : null
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null
        throw error
      }
    },
    close: () => connection.close(),
  }
}

/**
 * The events up to the last workflow task that a worker answered, and the commands of that task. A worker may still
 * handle the later events: a replay would execute these instead of comparing them.
 */
export function answeredEvents<E extends HistoryEvent>(events: readonly E[]): E[] {
  const last = events.findLastIndex(({ eventType }) => Number(eventType) === WORKFLOW_TASK_COMPLETED)
  const isCommand = (event: E): boolean =>
    Object.values(event).some((value) => isRecord(value) && value['workflowTaskCompletedEventId'])
  const next = events.findIndex((event, index) => index > last && !isCommand(event))
  if (last < 0) return []
  return next < 0 ? [...events] : events.slice(0, next)
}

interface HistoryEvent {
  eventType?: unknown
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Temporal's message about a query that it refuses; null for other errors. */
export function queryFault(error: unknown): string | null {
  const cause = error instanceof ServiceError ? error.cause : error
  if (!isGrpcServiceError(cause)) return null
  const code: number = cause.code
  return code === GRPC_INVALID_ARGUMENT ? cause.details : null
}
