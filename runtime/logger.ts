import { pino, type Logger, type LoggerOptions } from 'pino'
import { isTracing, traceFields } from './tracing/tracing.js'

export type { Logger }

const STDOUT = 1
const STDERR = 2

/**
 * A structured logger that redacts keys, tokens and bodies. Callers log addresses at debug level only. A command logs
 * to the standard error, because its answer has the standard output.
 */
export function createLogger(name: string, options: { level: string; pretty: boolean; isOfCommand?: boolean }): Logger {
  const destination = options.isOfCommand ? STDERR : STDOUT
  const settings: LoggerOptions = {
    name,
    level: options.level,
    ...(isTracing() ? { mixin: traceFields } : {}),
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        'headers.authorization',
        'headers.cookie',
        'secret',
        '*.secret',
        'body',
      ],
      censor: '[redacted]',
    },
  }
  if (!options.pretty) return pino(settings, pino.destination(destination))
  const pretty = { ignore: 'pid,hostname', singleLine: true, destination }
  return pino({ ...settings, transport: { target: 'pino-pretty', options: pretty } })
}
