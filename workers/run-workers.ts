import type { Context } from '@temporalio/activity'
import type { TemporalServer } from '../outbox/temporal-server.js'
import type { Logger } from '../runtime/logger.js'
import { isTracing } from '../runtime/tracing/tracing.js'
import type { QueueName } from '../workflows/contracts.js'
import { workflowBundle } from './bundle.js'
import { connectWorker } from './connect-worker.js'
import { interceptActivity } from './intercept-activities.js'
import { workersOfOneThread } from './one-thread.js'
import type { QueueOptions } from './registry.js'
import { traceActivity, traceSinks } from './trace-work.js'

/** The workers of one process, one for each of its queues. */
export interface RunningWorkers {
  /** Resolves once all workers have stopped; rejects when one fails. */
  finished: Promise<void>
  /** Stops taking new work; running work may end. */
  stop(): void
}

/** Starts a worker for each queue, and waits for Temporal during an outage. */
export async function runWorkers(input: {
  server: TemporalServer
  queues: Partial<Record<QueueName, QueueOptions>>
  /** A file with the workflow code; see `workflowBundle`. */
  bundle?: string | undefined
  /** How long activities may go on after `stop` before they are cancelled. */
  shutdownGraceMs: number
  log: Logger
}): Promise<RunningWorkers> {
  const { server, queues, bundle, shutdownGraceMs, log } = input
  const workflows = await workflowBundle(bundle)
  const connection = await connectWorker(server, log)
  const activities = Object.values(queues).flatMap((options) => Object.keys(options.activities ?? {}))
  const QueueWorker = workersOfOneThread(activities)
  const workers = await Promise.all(
    Object.entries(queues).map(([taskQueue, options]) =>
      QueueWorker.create({
        connection,
        namespace: server.namespace,
        taskQueue,
        workflowBundle: workflows,
        shutdownGraceTime: shutdownGraceMs,
        interceptors: {
          activity: [
            ...(isTracing() ? [({ info }: Context) => ({ inbound: traceActivity(info) })] : []),
            ({ info }) => ({ inbound: interceptActivity(log, info) }),
          ],
        },
        sinks: traceSinks,
        ...options,
      }),
    ),
  )
  const runs = workers.map((worker) => worker.run())
  return {
    finished: Promise.all(runs).then(() => connection.close()),
    stop: () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    },
  }
}
