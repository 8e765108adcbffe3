import { z } from 'zod'
import { privateTargets } from '../private-targets.js'
import { list, oneOf, whole } from './values.js'

const QUEUES = ['transactional', 'executions', 'webhooks', 'campaigns', 'jobs'] as const

export const worker = z.object({
  WORKER_QUEUES: list
    .pipe(z.array(oneOf(QUEUES)).min(1, `must be some of ${QUEUES.join(', ')}`))
    .default([...QUEUES])
    .describe('the queues that a worker serves, between commas; `transactional` brings `transactional-groups` with it'),
  CAMPAIGN_THREADS: whole(0, 64).optional().meta({
    description: 'the threads in which a worker composes and submits campaigns; 0: beside its other work',
    preset: 'the cores but one, 1 to 4',
  }),
  WEBHOOK_ALLOW_PRIVATE: privateTargets
    .prefault('false')
    .describe(
      'private addresses that webhooks may call: `true`, or `host:port` and ranges as `10.0.0.0/8`, between commas',
    ),
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .meta({ description: 'a file with the built workflow code', preset: 'made at start' }),
})
