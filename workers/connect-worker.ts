import { setTimeout as delay } from 'node:timers/promises'
import { NativeConnection } from '@temporalio/worker'
import { explainTemporalError } from '../outbox/temporal-fault.js'
import type { TemporalServer } from '../outbox/temporal-server.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'
import { logSeldom } from '../runtime/log-seldom.js'

const RETRY_MS = 1_000

/**
 * Connects the workers of this process to Temporal. Waits during an outage and while the namespace does not exist, and
 * logs the reason every ten seconds. An abort of `signal` ends the wait.
 */
export async function connectWorker(
  server: TemporalServer,
  log: Logger,
  signal?: AbortSignal,
): Promise<NativeConnection> {
  const complain = logSeldom()
  const { address, namespace } = server
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await connect(server)
    } catch (error) {
      complain(() =>
        log.warn({ address, namespace, error: loggableError(error) }, explainTemporalError(error, namespace)),
      )
      await delay(RETRY_MS, undefined, { signal })
    }
  }
}

async function connect({ address, namespace, tls = false, apiKey }: TemporalServer): Promise<NativeConnection> {
  const connection = await NativeConnection.connect({ address, tls, ...(apiKey === undefined ? {} : { apiKey }) })
  try {
    await connection.workflowService.describeNamespace({ namespace })
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}
