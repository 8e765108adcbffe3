import { pino, type Logger } from 'pino'

export type { Logger }

/**
 * A structured logger. Keys, tokens and bodies are redacted; addresses are written at debug level only,
 * by the callers that have them.
 */
export function createLogger(name: string, options: { level: string; pretty: boolean }): Logger {
  return pino({
    name,
    level: options.level,
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
