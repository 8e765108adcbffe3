import { z } from 'zod'
import { DISABLED_REASONS } from '../../models/project.js'
import { DateTime } from './date.js'
import { idOf } from './ids.js'

/** The counts of sent mails, bounces and complaints, with their rates. */
export const MailRates = z
  .object({
    total: z.int().meta({ description: 'Sent emails.' }),
    bounces: z.int(),
    complaints: z.int(),
    bounceRate: z.number().meta({ description: 'Percentage of sent emails.', examples: [1.25] }),
    complaintRate: z.number().meta({ description: 'Percentage of sent emails.', examples: [0.02] }),
  })
  .meta({ id: 'MailRates' })

const Level = z.enum(['healthy', 'warning', 'critical']).meta({ examples: ['healthy'] })

/** The reputation of a project: its bounces and complaints. */
export const SecurityResponse = z
  .object({
    status: z.object({
      projectId: idOf('project'),
      isHealthy: z.boolean().meta({ examples: [true] }),
      sevenDay: MailRates,
      allTime: MailRates,
      violations: z.array(z.string()).meta({ examples: [[]] }),
      warnings: z.array(z.string()).meta({ examples: [[]] }),
    }),
    judged: z.object({ since: DateTime.nullable(), sevenDay: MailRates, allTime: MailRates }).meta({
      description:
        'The figures that decide the levels. They exclude email sent before the project was last enabled (`since`) ' +
        'and email of a campaign that was paused instead of the project.',
    }),
    levels: z.object({ bounce7Day: Level, bounceAllTime: Level, complaint7Day: Level, complaintAllTime: Level }).meta({
      description:
        'Always healthy below 100 counted emails. Critical only from 15 bounces or 5 complaints in the window.',
    }),
    isDisabled: z.boolean(),
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
  })
  .meta({ id: 'Security' })
