import { z } from 'zod'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { SUPPRESSION_REASONS } from '../../models/domain/suppression-reasons.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { CursorQuery } from './pagination.js'
import { SearchText } from './text.js'

const EXAMPLE_ADDRESS = 'ada@example.com'

/** A suppressed address as the API shows it. */
export const SuppressionResponse = z
  .object({
    email: z.string().meta({ examples: [EXAMPLE_ADDRESS] }),
    reason: z.enum(SUPPRESSION_REASONS).meta({
      description: '`SOFT_BOUNCES`: the address is paused after five consecutive soft bounces, such as a full mailbox.',
      examples: ['BOUNCE'],
    }),
    createdAt: DateTime,
    expiresAt: DateTime.optional().meta({
      description:
        'When the suppression expires. For `SOFT_BOUNCES`, 30 days after the fifth bounce. Other suppressions do ' +
        'not expire.',
    }),
  })
  .meta({ id: 'Suppression' })

/** The address to suppress. */
export const NewSuppression = z.object({ email: EmailAddress }).meta({ id: 'SuppressionInput' })

/** The query of GET /suppressions. */
export const SuppressionListQuery = CursorQuery.extend({
  search: SearchText.optional().meta({ description: 'Part of the address, case-insensitive.' }),
})

/** The path of one suppression. */
export const SuppressionParams = z.object({
  email: z
    .string()
    .overwrite(normaliseAddress)
    .meta({ description: 'The address, URL-encoded and case-insensitive.', examples: [EXAMPLE_ADDRESS] }),
})
