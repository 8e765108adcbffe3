import { z } from 'zod'
import { Id } from '../ids.js'
import { unsupported } from '../unsupported.js'

/** What a SEND_EMAIL step is configured with. */
export const SendEmailConfig = z.object({
  templateId: Id.nullish(),
  recipient: z.object({ type: z.literal('CONTACT', { error: 'A step can only send to its contact' }) }).optional(),
  subject: unsupported('The subject is taken from the template'),
  from: unsupported('The sender is taken from the template'),
})
