import { z } from 'zod'
import { flag, oneOf, positive } from './values.js'

export const processes = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses unsafe settings'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .describe('the least level that is logged'),
  LOG_PRETTY: flag.default(false).describe('logs lines for people instead of JSON'),
  SHUTDOWN_TIMEOUT_SECONDS: positive().optional().meta({
    description:
      'the time in which a process stops, or exits with 1; of a worker at least `PROVIDER_TIMEOUT_SECONDS` and 5',
    preset: '8; a worker 15',
  }),
})
