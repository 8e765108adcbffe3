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

/** What Temporal recorded of runs. Nothing is changed there. */
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
// A namespace that others use too may have more; those of Posthorn are some twenty.
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
    // Each call is bounded, not the whole list: the reader takes its time between two runs.
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
      // Not every visibility store groups by type, but each can leave out the types that are known.
      while (types.length < MAX_TYPES) {
        const known = types.map((type) => `'${type}'`).join(', ')
        const others = types.length === 0 ? query : `(${query}) AND WorkflowType NOT IN (${known})`
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
 * The events up to the last workflow task that a worker answered, and its commands. A worker may be at work on what
 * came after that: a replay would begin to carry it out, in place of comparing it.
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

/** What Temporal has against a query, in its own words; null for errors of another kind. */
export function queryFault(error: unknown): string | null {
  const cause = error instanceof ServiceError ? error.cause : error
  if (!isGrpcServiceError(cause)) return null
  const code: number = cause.code
  return code === GRPC_INVALID_ARGUMENT ? cause.details : null
}
