import {
  Client,
  Connection,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { defineSearchAttributeKey, type SearchAttributePair, type Workflow } from '@temporalio/common'
import { QUEUES, SEARCH_ATTRIBUTES, type QueueName } from '../workflows/contracts.js'

const DEADLINE_MS = 3_000
// After an outage a sweep that was missed is not made up for: the next one does the same.
const CATCH_UP = '1 minute'
// By default gRPC waits up to two minutes between attempts to connect: that long after an outage nothing would start.
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 }

/** One durable execution to be started, under its business id. */
export interface Start {
  /** The name of the workflow function. */
  type: string
  id: string
  queue: QueueName
  input: object
  summary: string
  kind: string
  priority: number
  projectId: string
  emailWorkflowId?: string
  contactId?: string
}

/** What is done again and again by the clock. */
export interface Schedule {
  id: string
  /** The name of the workflow function. */
  type: string
  queue: QueueName
  /** Omitted: it is called without arguments. */
  input?: object
  spec: { everyMinutes: number } | { cron: string; timezone: string }
  summary: string
  kind: string
  projectId?: string
  emailWorkflowId?: string
}

/** How a durable execution stands; `cancelled` says that somebody stopped it. */
export type TemporalState = 'running' | 'completed' | 'failed' | 'cancelled' | 'missing'

/** The few things that are asked of Temporal; each fails within three seconds when it is away. */
export interface Temporal {
  /** Starts an execution; one that was started before, running or closed, is a success. */
  start(start: Start): Promise<void>
  /** Signals the running execution of this id, or starts it anew with the signal when none runs: both or neither. */
  signalWithStart(start: Start, signal: string, payload: object | null): Promise<void>
  /** Signals a running execution; one that has ended needs no signal. */
  signal(id: string, signal: string, payload: object): Promise<void>
  /** Asks an execution to cancel itself; one that is unknown or has ended is a success. */
  cancel(id: string): Promise<void>
  /** Makes a schedule, or brings the one of this id to what is wanted. */
  ensureSchedule(schedule: Schedule): Promise<void>
  /** Takes a schedule away; one that is not there is a success. */
  deleteSchedule(id: string): Promise<void>
  /** How the latest run of an execution stands, as the server itself knows it. */
  stateOf(id: string): Promise<TemporalState>
  /** Those of some ids, a hundred at most, that are running; what began or ended in the last seconds may be missed. */
  runningAmong(ids: readonly string[]): Promise<Set<string>>
  /** The ids of executions that were cancelled, terminated or timed out within the last `seconds`. */
  stoppedWithin(seconds: number): AsyncIterable<string>
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

// A run that continues as new, and what a newer server may say, is no end.
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

/** Opens no connection before it is needed, so that a process starts whether Temporal is there or not. */
export function createTemporal(options: { address: string; namespace: string }): Temporal {
  const connection = Connection.lazy({ address: options.address, connectTimeout: DEADLINE_MS, channelArgs: RECONNECT })
  const client = new Client({ connection, namespace: options.namespace })
  const soon: Soon = (call) => connection.withDeadline(Date.now() + DEADLINE_MS, call)

  return {
    ...setOff(client, soon),
    ...lookUps(client, soon),
    async isReachable() {
      try {
        await soon(() => connection.workflowService.getSystemInfo({}))
        return true
      } catch {
        return false
      }
    },
    close: () => connection.close(),
  }
}

type Soon = <T>(call: () => Promise<T>) => Promise<T>
type SetsOff = Pick<Temporal, 'start' | 'signalWithStart' | 'signal' | 'cancel' | 'ensureSchedule' | 'deleteSchedule'>
type LooksUp = Pick<Temporal, 'stateOf' | 'runningAmong' | 'stoppedWithin'>

function setOff(client: Client, soon: Soon): SetsOff {
  return {
    async start(start) {
      try {
        await soon(() =>
          client.workflow.start(start.type, {
            ...startOptions(start),
            workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          }),
        )
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      }
    },
    async signalWithStart(start, signal, payload) {
      await soon(() =>
        client.workflow.signalWithStart<Workflow, unknown[]>(start.type, {
          ...startOptions(start),
          signal,
          signalArgs: payload ? [payload] : [],
          workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        }),
      )
    },
    async signal(id, signal, payload) {
      await ignoringEnded(() => soon(() => client.workflow.getHandle(id).signal(signal, payload)))
    },
    async cancel(id) {
      await ignoringEnded(() => soon(() => client.workflow.getHandle(id).cancel()))
    },
    async ensureSchedule(schedule) {
      const options = scheduleOptions(schedule)
      try {
        await soon(() => client.schedule.create(options))
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error
        const { spec, action, policies } = options
        // What an operator paused stays paused.
        await soon(() =>
          client.schedule.getHandle(schedule.id).update(({ state }) => ({ spec, action, policies, state })),
        )
      }
    },
    async deleteSchedule(id) {
      try {
        await soon(() => client.schedule.getHandle(id).delete())
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error
      }
    },
  }
}

function lookUps(client: Client, soon: Soon): LooksUp {
  return {
    async stateOf(id) {
      try {
        const { status } = await soon(() => client.workflow.getHandle(id).describe())
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
    priority: { priorityKey: start.priority, fairnessKey: start.projectId },
  }
}

function scheduleOptions(schedule: Schedule) {
  const { id, type, queue, input, spec, summary } = schedule
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
      staticSummary: summary,
      typedSearchAttributes: searchAttributesOf(schedule),
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
  } satisfies ScheduleOptions
}

async function ignoringEnded(call: () => Promise<unknown>): Promise<void> {
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
