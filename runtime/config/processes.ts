import { z } from 'zod'
import { flag, oneOf, positive, whole } from './values.js'

export const processes = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses unsafe settings'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .describe('the lowest level that is logged'),
  LOG_PRETTY: flag.default(false).describe('logs readable lines instead of JSON'),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe('the port on which a gateway or worker serves `/metrics`, `/health` and `/ready`'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address for that port; by default only this machine can reach it'),
  SHUTDOWN_TIMEOUT_SECONDS: positive().optional().meta({
    description: 'the time a process has to stop before it exits with 1; a worker needs `PROVIDER_TIMEOUT_SECONDS` + 5',
    preset: '8; for a worker 15',
  }),
})
