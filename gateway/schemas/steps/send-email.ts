import { z } from 'zod'
import { isAddress, spellAddress } from '../../../models/domain/addresses.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { HeaderAddress } from '../email-address.js'
import { EXAMPLE_IDS, Id } from '../ids.js'
import { isTemplate, LiquidSubject, LiquidText } from '../liquid.js'

const CustomEmail = LiquidText.overwrite((text) => (isTemplate(text) ? text : spellAddress(text)))
  .refine((text) => text === '' || isTemplate(text) || isAddress(text), {
    error: 'Enter a valid email address or a template',
    params: { code: 'invalid_string' },
  })
  .meta({
    description:
      'An address, or a template that renders to one when the execution reaches the step; a result that is not an ' +
      'address fails the step with `invalid_recipient`. The email goes to the contact with that address. An unknown ' +
      'address becomes an unsubscribed contact. The template still uses the contact of the execution.',
    examples: ['{{ data.accountManager }}'],
  })

const Recipient = z
  .object({ type: z.enum(['CONTACT', 'CUSTOM']), customEmail: CustomEmail.optional() })
  .superRefine(({ type, customEmail }, context) => {
    if (type !== 'CONTACT' || customEmail === undefined) return
    const message = 'customEmail requires the recipient type CUSTOM'
    context.addIssue({ code: 'custom', path: ['customEmail'], message, params: { code: 'custom' } })
  }, besideOtherFaults)

/** The config of a SEND_EMAIL step. */
export const SendEmailConfig = z
  .object({
    templateId: Id.nullish(),
    recipient: Recipient.optional(),
    subject: LiquidSubject.optional().meta({
      description: 'Replaces the subject of the template, in all its languages.',
    }),
    from: HeaderAddress.optional().meta({
      description: 'Replaces the sender address of the template, but not the From name. The domain must be verified.',
    }),
  })
  .meta({
    examples: [
      {
        templateId: EXAMPLE_IDS.template,
        recipient: { type: 'CUSTOM', customEmail: '{{ data.accountManager }}' },
        subject: 'New: {{ email }}',
      },
    ],
  })
