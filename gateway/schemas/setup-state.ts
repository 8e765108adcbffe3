import { z } from 'zod'
import { DateTime } from './date.js'

/** How far a project is set up, for a page that guides through the set-up. */
export const SetupStateResponse = z
  .object({
    hasVerifiedDomain: z.boolean().meta({ examples: [true] }),
    hasApiKeyUse: z.boolean().meta({ examples: [true], description: 'Whether an API key has ever been used.' }),
    contactCount: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    hasTemplate: z.boolean().meta({ examples: [true] }),
    hasEnabledWorkflow: z.boolean().meta({ examples: [false] }),
    lastCampaignSentAt: DateTime.nullable(),
    hasSubscription: z
      .boolean()
      .meta({ examples: [false], description: 'Whether the project has a paid subscription.' }),
  })
  .meta({ id: 'SetupState' })
