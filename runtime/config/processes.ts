import { z } from 'zod'
import { flag, oneOf, positive, whole } from './values.js'

export const processes = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses unsafe settings'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .describe('the least level that is logged'),
  LOG_PRETTY: flag.default(false).describe('logs lines for people instead of JSON'),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe('where a gateway or worker serves `/metrics`, `/health` and `/ready`'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address of that port; by default only this machine reaches it'),
  SHUTDOWN_TIMEOUT_SECONDS: positive().optional().meta({
    description: 'the time in which a process stops, or exits with 1; a worker needs `PROVIDER_TIMEOUT_SECONDS` and 5',
    preset: '8; a worker 15',
  }),
})
