import { createServer } from 'node:net'
import { DefaultLogger, Runtime, type LogMetadata } from '@temporalio/worker'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

const TIMEOUT_MS = 2_000

/**
 * Routes the log lines of the Temporal SDK to our logger, and turns its metrics on. Returns a function that reads the
 * metrics; undefined without `hasMetrics`. The SDK serves its metrics over HTTP, here on a free port of the loopback
 * interface.
 */
export async function installRuntime(
  log: Logger,
  { hasMetrics }: { hasMetrics: boolean },
): Promise<(() => Promise<string>) | undefined> {
  const port = hasMetrics ? await findFreePort() : null
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // `interceptActivity` has logged this failure, without addresses that an error may quote.
      if (message === 'Activity failed') return
      log[level === 'ERROR' ? 'error' : 'warn'](fieldsOf(meta), message)
    }),
    ...(port === null ? {} : { telemetryOptions: { metrics: metricsOn(port) } }),
  })
  return port === null ? undefined : () => readMetrics(port)
}

/** The SDK's fields of a log line, under the names that our log lines use. */
function fieldsOf(meta: LogMetadata = {}): Record<string, unknown> {
  const { sdkComponent, taskQueue, workflowId, workflowRunId, runId, workflowType, activityType, attempt, error } = meta
  return {
    sdk: sdkComponent,
    queue: taskQueue,
    workflowId,
    runId: runId ?? workflowRunId,
    workflowType,
    activity: activityType,
    attempt,
    ...(error === undefined ? {} : { error: loggableError(error) }),
  }
}

function metricsOn(port: number) {
  const prometheus = {
    bindAddress: `127.0.0.1:${port}`,
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
  }
  return { prometheus, attachServiceName: false }
}

async function readMetrics(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const bound = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof bound === 'object' && bound ? bound.port : 0
}
