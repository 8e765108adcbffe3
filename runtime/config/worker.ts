import { z } from 'zod'
import { privateTargets } from '../private-targets.js'
import { list, oneOf, whole } from './values.js'

const QUEUES = ['transactional', 'executions', 'webhooks', 'campaigns', 'jobs'] as const

export const worker = z.object({
  WORKER_QUEUES: list
    .pipe(z.array(oneOf(QUEUES)).min(1, `must be some of ${QUEUES.join(', ')}`))
    .default([...QUEUES])
    .describe('the queues that a worker serves, separated by commas; `transactional` includes `transactional-groups`'),
  CAMPAIGN_THREADS: whole(0, 64).optional().meta({
    description: 'the threads in which a worker composes and submits campaigns; with 0 it uses its main thread',
    preset: 'one fewer than the cores, 1 to 4',
  }),
  WEBHOOK_ALLOW_PRIVATE: privateTargets
    .prefault('false')
    .describe(
      'private addresses that webhooks may call: `true`, or `host:port` and ranges like `10.0.0.0/8`, separated by commas',
    ),
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .meta({ description: 'a file with the built workflow code', preset: 'built at startup' }),
})
