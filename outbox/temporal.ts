import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Client,
  Connection,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  ServiceError,
  type ScheduleOptions,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import {
  defaultPayloadConverter,
  defineSearchAttributeKey,
  type SearchAttributePair,
  type Workflow,
} from '@temporalio/common'
import { chainOf, codesOf, explainTemporalError, handshakeFault } from './temporal-fault.js'
import type { TemporalServer } from './temporal-server.js'
import { traceInterceptors } from './trace-headers.js'
import { QUEUES, SEARCH_ATTRIBUTES, type QueueName } from '../workflows/contracts.js'

// Statuses of gRPC.
const INVALID_ARGUMENT = 3
const OUT_OF_RANGE = 11
// The error of a namespace without our search attributes, which refuses every start. Only the text identifies it.
const LACKS_ATTRIBUTES = /no mapping defined for search attribute|search attribute \S+ is not defined/i

const DEADLINE_MS = 3_000
const CLOSE_MS = 500
// A schedule does not catch up on a run that an outage prevented: the next run does the same work.
const CATCH_UP = '1 minute'
// The memo by which a schedule tells what it was made of: Temporal answers with the times of a cron expression, not
// with the expression.
const DEFINITION = 'definition'
// By default gRPC waits up to two minutes between attempts to connect, and no workflow would start until then.
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 }

/** A Temporal workflow execution to start, under its business id. */
export interface Start {
  /** The name of the workflow function. */
  type: string
  id: string
  queue: QueueName
  input: object
  summary: string
  kind: string
  priority: number
  /** Missing where the work of several projects is done together. */
  projectId?: string
  emailWorkflowId?: string
  contactId?: string
  /** The event that led to it, for the log. */
  eventId?: string
  /** The span that led to it, as a `traceparent`. */
  trace?: string | undefined
  /** The traces of its emails by their ids, where these differ. */
  emailTraces?: Record<string, string>
  /** Whether another run may follow one that failed or was stopped. */
  restarts?: boolean
}

/** A Temporal schedule. */
export interface Schedule {
  id: string
  /** The name of the workflow function. */
  type: string
  queue: QueueName
  /** Without it the function is called without arguments. */
  input?: object
  spec: { everyMinutes: number } | { cron: string; timezone: string }
  summary: string
  kind: string
  projectId?: string
  emailWorkflowId?: string
}

/** State of a Temporal workflow execution; `cancelled` includes a termination by an operator. */
export type TemporalState = 'running' | 'completed' | 'failed' | 'cancelled' | 'missing'

/** Why Temporal cannot be used: a sentence for operators, and the error behind it. */
export interface TemporalFault {
  message: string
  error: unknown
}

/** The calls of Temporal; each fails within three seconds during an outage. */
export interface Temporal {
  /** Starts a workflow; succeeds also when it was started before, whether running or closed (but see `restarts`). */
  start(start: Start): Promise<void>
  /** Signals the running workflow with this id, or starts one with the signal, atomically. */
  signalWithStart(start: Start, signal: string, payload: object | null): Promise<void>
  /** Signals a running workflow, for the span `trace`; does nothing when it has ended. */
  signal(id: string, signal: string, payload: object, trace?: string): Promise<void>
  /** Requests the cancellation of a workflow; does nothing when it is unknown or has ended. */
  cancel(id: string): Promise<void>
  /** Creates a schedule, or updates the one with this id unless it was made of the same before. */
  ensureSchedule(schedule: Schedule): Promise<void>
  /** Deletes a schedule; does nothing when there is none. */
  deleteSchedule(id: string): Promise<void>
  /** State of the latest run of a workflow, read from the server itself rather than from its search index. */
  stateOf(id: string): Promise<TemporalState>
  /** The ids, of a hundred at most, that are running. The search index lags by some seconds. */
  runningAmong(ids: readonly string[]): Promise<Set<string>>
  /** The input with which the latest run of a workflow was started; null for an unknown workflow. */
  inputOf(id: string): Promise<object | null>
  /** Ids of the workflows that were cancelled, terminated or timed out within the last `seconds`. */
  stoppedWithin(seconds: number): AsyncIterable<string>
  isReachable(): Promise<boolean>
  /** Why this process cannot use its namespace, and what to do; null when it can. */
  findFault(): Promise<TemporalFault | null>
  close(): Promise<void>
}

// Every other status counts as running: a run that continued as new, and statuses of newer servers.
const STATES: Partial<Record<string, TemporalState>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'cancelled',
}

const keys = {
  project: defineSearchAttributeKey(SEARCH_ATTRIBUTES.project, 'KEYWORD'),
  workflow: defineSearchAttributeKey(SEARCH_ATTRIBUTES.workflow, 'KEYWORD'),
  contact: defineSearchAttributeKey(SEARCH_ATTRIBUTES.contact, 'KEYWORD'),
  kind: defineSearchAttributeKey(SEARCH_ATTRIBUTES.kind, 'KEYWORD'),
}

/** A connection that is established by its first call. */
export function connectTemporal({ address, tls = false, apiKey }: TemporalServer): Connection {
  return Connection.lazy({ address, tls, apiKey, connectTimeout: DEADLINE_MS, channelArgs: RECONNECT })
}

/** Connects on the first call, so that a process can start during an outage of Temporal. */
export function createTemporal(server: TemporalServer): Temporal {
  const connection = connectTemporal(server)
  const { namespace } = server
  const client = new Client({ connection, namespace, ...traceInterceptors() })
  const running = new Set<Promise<unknown>>()
  const withDeadline: WithDeadline = (call) => {
    const answer = connection.withDeadline(Date.now() + DEADLINE_MS, call)
    const forget = (): void => void running.delete(answer)
    running.add(answer)
    answer.then(forget, forget)
    return answer
  }

  return {
    ...commands(client, withDeadline),
    ...queries(client, withDeadline),
    async isReachable() {
      try {
        await withDeadline(() => connection.workflowService.getSystemInfo({}))
        return true
      } catch {
        return false
      }
    },
    async findFault() {
      try {
        await withDeadline(() => connection.workflowService.describeNamespace({ namespace }))
        return null
      } catch (error) {
        // The client waits for a connection and does not tell why there is none.
        const handshake = await handshakeFault(server)
        return { message: explainTemporalError(error, namespace), error: handshake ?? error }
      }
    },
    async close() {
      // The client retries calls by timers, and a timer throws an error that cannot be caught once the channel is
      // closed. So the channel stays open for calls that take longer, and a process that ends does not wait for them.
      const closed = Promise.allSettled(running).then(() => connection.close())
      await Promise.race([closed, delay(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

/** Whether an error says that Temporal did not answer a call, or refused it. */
export function isTemporalError(error: unknown): boolean {
  return error instanceof ServiceError || isGrpcServiceError(error)
}

/**
 * Whether Temporal refused a call because of its content, and would refuse it again (INVALID_ARGUMENT and OUT_OF_RANGE
 * of gRPC). Every other status may come from the server, the network or the settings, as do missing search attributes.
 */
export function isRefusal(error: unknown): boolean {
  if (chainOf(error).some(({ message }) => LACKS_ATTRIBUTES.test(message))) return false
  return codesOf(error).some((code) => code === INVALID_ARGUMENT || code === OUT_OF_RANGE)
}

type WithDeadline = <T>(call: () => Promise<T>) => Promise<T>
type Commands = Pick<Temporal, 'start' | 'signalWithStart' | 'signal' | 'cancel' | 'ensureSchedule' | 'deleteSchedule'>
type Queries = Pick<Temporal, 'stateOf' | 'runningAmong' | 'inputOf' | 'stoppedWithin'>

function commands(client: Client, withDeadline: WithDeadline): Commands {
  return {
    async start(start) {
      try {
        await withDeadline(() =>
          client.workflow.start(start.type, {
            ...startOptions(start),
            workflowIdReusePolicy: start.restarts
              ? WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY
              : WorkflowIdReusePolicy.REJECT_DUPLICATE,
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          }),
        )
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      }
    },
    async signalWithStart(start, signal, payload) {
      await withDeadline(() =>
        client.workflow.signalWithStart<Workflow, unknown[]>(start.type, {
          ...startOptions(start),
          signal,
          signalArgs: payload ? [payload] : [],
          workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        }),
      )
    },
    async signal(id, signal, payload) {
      await ignoreEnded(() => withDeadline(() => client.workflow.getHandle(id).signal(signal, payload)))
    },
    async cancel(id) {
      await ignoreEnded(() => withDeadline(() => client.workflow.getHandle(id).cancel()))
    },
    async ensureSchedule(schedule) {
      const options = scheduleOptions(schedule)
      try {
        await withDeadline(() => client.schedule.create(options))
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error
        const { spec, action, policies } = options
        const handle = client.schedule.getHandle(schedule.id)
        const stored = await withDeadline(() => handle.describe())
        // An update stores the state that was read before it, also when an operator pauses the schedule meanwhile.
        if (stored.action.memo?.[DEFINITION] === action.memo[DEFINITION]) return
        // The state is kept, so that a schedule paused by an operator stays paused.
        await withDeadline(() => handle.update(({ state }) => ({ spec, action, policies, state })))
      }
    },
    async deleteSchedule(id) {
      try {
        await withDeadline(() => client.schedule.getHandle(id).delete())
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error
      }
    },
  }
}

function queries(client: Client, withDeadline: WithDeadline): Queries {
  return {
    async stateOf(id) {
      try {
        const { status } = await withDeadline(() => client.workflow.getHandle(id).describe())
        return STATES[status.name] ?? 'running'
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'missing'
        throw error
      }
    },
    async runningAmong(ids) {
      const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids.map((id) => `'${id}'`).join(', ')})`
      const running = new Set<string>()
      for await (const { workflowId } of client.workflow.list({ query, pageSize: ids.length })) running.add(workflowId)
      return running
    },
    async inputOf(id) {
      try {
        const { events } = await withDeadline(() => client.workflow.getHandle(id).fetchHistory())
        const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
        return payload ? defaultPayloadConverter.fromPayload<object>(payload) : null
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null
        throw error
      }
    },
    async *stoppedWithin(seconds) {
      const since = new Date(Date.now() - seconds * 1_000).toISOString()
      const isStopped = `ExecutionStatus IN ('Canceled', 'Terminated', 'TimedOut')`
      const isBroken = `(ExecutionStatus = 'Failed' AND WorkflowType = 'sendCampaign')`
      const query = `(${isStopped} OR ${isBroken}) AND CloseTime > '${since}'`
      for await (const { workflowId } of client.workflow.list({ query })) yield workflowId
    },
  }
}

function startOptions(start: Start) {
  return {
    workflowId: start.id,
    taskQueue: QUEUES[start.queue],
    args: [start.input],
    staticSummary: start.summary,
    typedSearchAttributes: searchAttributesOf(start),
    priority: { priorityKey: start.priority, ...(start.projectId ? { fairnessKey: start.projectId } : {}) },
  }
}

function scheduleOptions(schedule: Schedule) {
  const { id, type, queue, input, spec, summary } = schedule
  const definition = createHash('sha256').update(JSON.stringify(schedule)).digest('hex')
  return {
    scheduleId: id,
    spec:
      'cron' in spec
        ? { cronExpressions: [spec.cron], timezone: spec.timezone }
        : { intervals: [{ every: `${spec.everyMinutes} minutes` }] },
    action: {
      type: 'startWorkflow',
      workflowType: type,
      workflowId: id,
      taskQueue: QUEUES[queue],
      args: input ? [input] : [],
      memo: { [DEFINITION]: definition },
      staticSummary: summary,
      typedSearchAttributes: searchAttributesOf(schedule),
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
  } satisfies ScheduleOptions
}

async function ignoreEnded(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

function searchAttributesOf({
  projectId,
  emailWorkflowId,
  contactId,
  kind,
}: Pick<Start, 'kind' | 'emailWorkflowId' | 'contactId'> & { projectId?: string }): SearchAttributePair[] {
  return [
    ...(projectId ? [{ key: keys.project, value: projectId }] : []),
    { key: keys.kind, value: kind },
    ...(emailWorkflowId ? [{ key: keys.workflow, value: emailWorkflowId }] : []),
    ...(contactId ? [{ key: keys.contact, value: contactId }] : []),
  ]
}
