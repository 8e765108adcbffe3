import { z } from 'zod'
import { isAddress, normaliseAddress } from '../../../models/domain/addresses.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { EmailAddress } from '../email-address.js'
import { Id } from '../ids.js'
import { isTemplate, LiquidSubject, LiquidText } from '../liquid.js'

const CustomEmail = LiquidText.overwrite((text) => (isTemplate(text) ? text : normaliseAddress(text)))
  .refine((text) => text === '' || isTemplate(text) || isAddress(text), {
    error: 'Neither an email address nor a template',
    params: { code: 'invalid_string' },
  })
  .meta({
    description:
      'An address, or a template that renders to one when the execution comes to the step; what renders to no ' +
      'address fails the step with `invalid_recipient`. Mail goes to the contact of that address, which is made, ' +
      'not subscribed, when there is none; the template still sees the contact of the execution.',
    examples: ['{{ data.accountManager }}'],
  })

const Recipient = z
  .object({ type: z.enum(['CONTACT', 'CUSTOM']), customEmail: CustomEmail.optional() })
  .superRefine(({ type, customEmail }, context) => {
    if (type !== 'CONTACT' || customEmail === undefined) return
    const message = 'Only a CUSTOM recipient has an address'
    context.addIssue({ code: 'custom', path: ['customEmail'], message, params: { code: 'custom' } })
  }, besideOtherFaults)

/** What a SEND_EMAIL step is configured with. */
export const SendEmailConfig = z
  .object({
    templateId: Id.nullish(),
    recipient: Recipient.optional(),
    subject: LiquidSubject.optional().meta({
      description: 'Instead of the subject of the template, in all its languages.',
    }),
    from: EmailAddress.optional().meta({
      description: 'Instead of the address of the template, whose sender name stays; its domain has to be verified.',
    }),
  })
  .meta({
    examples: [
      { recipient: { type: 'CUSTOM', customEmail: '{{ data.accountManager }}' }, subject: 'New: {{ email }}' },
    ],
  })
