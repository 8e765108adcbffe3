import { z } from 'zod'
import { DISABLED_REASONS } from '../../models/project.js'
import { idOf } from './ids.js'

const Rates = z
  .object({
    total: z.int().meta({ description: 'Emails that were sent.' }),
    bounces: z.int(),
    complaints: z.int(),
    bounceRate: z.number().meta({ description: 'In percent of the sent emails.', examples: [1.25] }),
    complaintRate: z.number().meta({ description: 'In percent of the sent emails.', examples: [0.02] }),
  })
  .meta({ id: 'MailRates' })

const Level = z.enum(['healthy', 'warning', 'critical']).meta({ examples: ['healthy'] })

/** The reputation of a project: its bounces and complaints. */
export const SecurityResponse = z
  .object({
    status: z.object({
      projectId: idOf('project'),
      isHealthy: z.boolean().meta({ examples: [true] }),
      sevenDay: Rates,
      allTime: Rates,
      violations: z.array(z.string()).meta({ examples: [[]] }),
      warnings: z.array(z.string()).meta({ examples: [[]] }),
    }),
    levels: z
      .object({ bounce7Day: Level, bounceAllTime: Level, complaint7Day: Level, complaintAllTime: Level })
      .meta({ description: 'Healthy in any case below 100 emails.' }),
    isDisabled: z.boolean(),
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
  })
  .meta({ id: 'Security' })
