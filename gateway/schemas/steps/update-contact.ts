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
      'Custom fields by name, merged by the rules of `data`: `null` removes a field. Every string, at any depth, is ' +
      'a template. A string that is a single output keeps the type of its value, so that `null` removes the field; ' +
      'any other renders to text. A missing value or an empty string leaves the field unchanged.',
    examples: [{ plan: '{{ event.plan }}', trialEndsAt: null }],
  })

/** The config of an UPDATE_CONTACT step. */
export const UpdateContactConfig = z
  .object({
    updates: Updates.optional(),
    data: Updates.optional().meta({ description: 'Alias of `updates`.' }),
    subscriptionAction: z
      .enum(['none', 'subscribe', 'unsubscribe'])
      .optional()
      .meta({ description: 'Subscription changes record an event.' }),
  })
  .transform(({ updates, data, ...rest }) => {
    const given = updates ?? data
    return given ? { updates: given, ...rest } : rest
  })
  .meta({ override: { examples: [{ updates: { plan: '{{ event.plan }}' }, subscriptionAction: 'none' }] } })
