import { z } from 'zod'
import { readDataPatch } from '../data.js'
import { refuseUnfit } from './template-values.js'

/** Custom fields by name; a string is a template. */
const Updates = z
  .record(z.string(), z.unknown())
  .superRefine((updates, context) => {
    refuseUnfit(updates, [], context)
    readDataPatch(updates, context)
  })
  .meta({
    description:
      'Custom fields by name, merged by the rules of `data`: `null` removes one. Every text, however deep, is a ' +
      'template and comes out as text; one that comes out empty leaves its field as it is.',
    examples: [{ plan: '{{ event.plan }}', trialEndsAt: null }],
  })

/** What an UPDATE_CONTACT step is configured with. */
export const UpdateContactConfig = z
  .object({
    updates: Updates.optional(),
    data: Updates.optional().meta({ description: 'Does for `updates`.' }),
    subscriptionAction: z
      .enum(['none', 'subscribe', 'unsubscribe'])
      .optional()
      .meta({ description: 'A subscription that turns emits an event.' }),
  })
  .transform(({ updates, data, ...rest }) => {
    const given = updates ?? data
    return given ? { updates: given, ...rest } : rest
  })
