import { Client, isGrpcServiceError, ScheduleNotFoundError, type Connection } from '@temporalio/client'
import { QUEUES, type QueueName } from '../workflows/contracts.js'
import { connectTemporal } from './temporal.js'
import type { TemporalServer } from './temporal-server.js'

/** The state of a task queue, of its workflow tasks and activity tasks together. */
export interface TaskQueueState {
  queue: QueueName
  /** The kinds of tasks of this queue that no worker polls. */
  withoutPoller: ('workflow' | 'activity')[]
  /** Tasks that wait for a worker, as far as the server counts them, and the age of the oldest. */
  backlog: number
  oldestSeconds: number
}

/** The state of Temporal and of the installation's namespace. Each call fails within three seconds. */
export interface TemporalHealth {
  /** The version of the server. */
  version(): Promise<string>
  /** Days for which the namespace keeps closed executions; null when there is no such namespace. */
  retentionDays(): Promise<number | null>
  /** The types of the namespace's search attributes, such as `Keyword`, by their names. */
  searchAttributes(): Promise<Record<string, string>>
  /** Whether a schedule runs. */
  scheduleState(id: string): Promise<'running' | 'paused' | 'missing'>
  taskQueue(queue: QueueName): Promise<TaskQueueState>
  close(): Promise<void>
}

const DEADLINE_MS = 3_000
const DAY_SECONDS = 86_400
const GRPC_NOT_FOUND = 5
// A worker's poll lasts a minute. The server lists pollers of the last five minutes, also those of workers that ended.
const POLLER_LIVES_MS = 75_000
// Numbers of Temporal's API (temporal.api.enums.v1.TaskQueueType, IndexedValueType).
const TASK_TYPES = { workflow: 1, activity: 2 } as const
const VALUE_TYPES = ['Unspecified', 'Text', 'Keyword', 'Int', 'Double', 'Bool', 'Datetime', 'KeywordList']
// The queue of webhooks has activities alone.
const ACTIVITIES_ONLY: readonly QueueName[] = ['webhooks']

/** Connects on the first call. */
export function createTemporalHealth(server: TemporalServer): TemporalHealth {
  const { namespace } = server
  const connection = connectTemporal(server)
  const within = <T>(call: () => Promise<T>): Promise<T> => connection.withDeadline(Date.now() + DEADLINE_MS, call)
  return {
    async version() {
      return (await within(() => connection.workflowService.getSystemInfo({}))).serverVersion
    },
    retentionDays: () => within(() => retentionDays(connection, namespace)),
    searchAttributes: () => within(() => searchAttributes(connection, namespace)),
    async scheduleState(id) {
      const { schedule } = new Client({ connection, namespace })
      try {
        const { state } = await within(() => schedule.getHandle(id).describe())
        return state.paused ? 'paused' : 'running'
      } catch (error) {
        if (error instanceof ScheduleNotFoundError) return 'missing'
        throw error
      }
    },
    taskQueue: (queue) => within(() => taskQueue(connection, namespace, queue)),
    close: () => connection.close(),
  }
}

async function retentionDays({ workflowService }: Connection, namespace: string): Promise<number | null> {
  try {
    const { config } = await workflowService.describeNamespace({ namespace })
    return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS
  } catch (error) {
    const code: number | null = isGrpcServiceError(error) ? error.code : null
    if (code === GRPC_NOT_FOUND) return null
    throw error
  }
}

async function searchAttributes({ operatorService }: Connection, namespace: string): Promise<Record<string, string>> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
  return Object.fromEntries(
    Object.entries(customAttributes).map(([name, type]) => [name, VALUE_TYPES[type] ?? String(type)]),
  )
}

async function taskQueue(connection: Connection, namespace: string, queue: QueueName): Promise<TaskQueueState> {
  const kinds = (['workflow', 'activity'] as const).filter(
    (kind) => kind === 'activity' || !ACTIVITIES_ONLY.includes(queue),
  )
  const states = await Promise.all(
    kinds.map(async (kind) => {
      const { pollers, stats } = await connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: QUEUES[queue] },
        taskQueueType: TASK_TYPES[kind],
        reportStats: true,
        reportPollers: true,
      })
      const since = Date.now() - POLLER_LIVES_MS
      const isPolled = pollers.some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > since)
      return {
        kind,
        isPolled,
        backlog: Number(stats?.approximateBacklogCount ?? 0),
        oldestSeconds: Number(stats?.approximateBacklogAge?.seconds ?? 0),
      }
    }),
  )
  return {
    queue,
    withoutPoller: states.filter(({ isPolled }) => !isPolled).map(({ kind }) => kind),
    backlog: states.reduce((sum, { backlog }) => sum + backlog, 0),
    oldestSeconds: Math.max(...states.map(({ oldestSeconds }) => oldestSeconds)),
  }
}
