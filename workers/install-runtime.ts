import { createServer } from 'node:net'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import type { Logger } from '../runtime/logger.js'

const TIMEOUT_MS = 2_000

/**
 * Routes the log lines of the Temporal SDK to our logger, and lets it measure. Returns how its metrics are read; undefined
 * where there are none. The SDK serves them itself, here on a free port of the loopback interface.
 */
export async function installRuntime(
  log: Logger,
  { hasMetrics }: { hasMetrics: boolean },
): Promise<(() => Promise<string>) | undefined> {
  const port = hasMetrics ? await findFreePort() : null
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      const write = level === 'ERROR' ? log.error : log.warn
      write.call(log, { sdk: meta?.sdkComponent, taskQueue: meta?.taskQueue }, message)
    }),
    ...(port === null ? {} : { telemetryOptions: { metrics: metricsOn(port) } }),
  })
  return port === null ? undefined : () => readMetrics(port)
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
