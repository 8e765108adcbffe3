import { pino, type Logger } from 'pino'
import { isTracing, traceFields } from './tracing/tracing.js'

export type { Logger }

/** A structured logger that redacts keys, tokens and bodies. Callers log addresses at debug level only. */
export function createLogger(name: string, options: { level: string; pretty: boolean }): Logger {
  return pino({
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
    ...(options.pretty
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } } }
      : {}),
  })
}
