import type { Config } from './config.js'
import { loggableError } from './loggable-error.js'
import { createLogger, type Logger } from './logger.js'
import { startTracing } from './tracing/tracing.js'

/** Starts the traces of a process or of a thread of it, if traces are on, and its log. */
export async function startLog(name: 'gateway' | 'worker', config: Config): Promise<Logger> {
  await startTracing(config, {
    service: `posthorn-${name}`,
    onFailure: (error) => log.warn({ error: loggableError(error) }, 'traces not taken: some are dropped'),
  })
  const log = createLogger(name, { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  return log
}
