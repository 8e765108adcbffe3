import { z } from 'zod'
import { SOURCE_TYPES } from '../../models/domain/message-kinds.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { EMAIL_STATUSES, type EmailStatus } from '../../models/domain/email-status.js'
import { Id } from './ids.js'
import { SearchText } from './text.js'

const ONE_STATUS = `(${EMAIL_STATUSES.join('|')})`
const Statuses = z
  .string()
  // linear: a name and a comma differ in their first character.
  .regex(new RegExp(`^${ONE_STATUS}(,${ONE_STATUS})*$`), {
    error: `Use a comma-separated list of ${EMAIL_STATUSES.join(', ')}`,
    abort: true,
  })
  .transform((text) => [...new Set(text.split(','))] as EmailStatus[])
  .meta({ description: 'One or more, separated by commas.', examples: ['BOUNCED,COMPLAINED'] })

/** The address of a recipient; a blank one is no filter. */
export const RecipientAddress = z
  .string()
  .overwrite(normaliseAddress)
  .optional()
  .transform((address) => address || undefined)
  .meta({ description: 'The full email address.' })

/** The filters of emails in a query and in a body, but for the dates; all that are given have to match. */
export const EMAIL_FILTER = {
  status: Statuses.optional(),
  sourceType: z.enum(SOURCE_TYPES).optional(),
  contactId: Id.optional(),
  campaignId: Id.optional(),
  templateId: Id.optional(),
  workflowId: Id.optional(),
  executionId: Id.optional(),
  to: RecipientAddress,
  search: SearchText.optional()
    .transform((text) => text || undefined)
    .meta({
      description:
        'The start of the address or of its domain, part of the subject, a message ID or the ID of an email. A text ' +
        'with `@` is only looked for in the addresses of contacts and, if no contact has such an address, in all ' +
        'addresses and message IDs; one that begins with `@` in their domains.',
    }),
  unsubscribed: z
    .literal([true, 'true'])
    .transform(() => true as const)
    .optional()
    .meta({ description: 'Only emails whose recipients unsubscribed with a link in them.', examples: [true] }),
}
