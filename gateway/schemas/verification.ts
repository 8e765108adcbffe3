import { z } from 'zod'
import { EmailAddress } from './email-address.js'

/** An address to verify. */
export const AddressToVerify = z.object({ email: EmailAddress }).meta({ id: 'AddressToVerify' })

const flag = (description: string, example: boolean) => z.boolean().meta({ description, examples: [example] })

/** The result of verifying an address. */
export const VerificationResponse = z
  .object({
    email: z.string().meta({ examples: ['ada+news@gmial.com'] }),
    valid: flag('Whether the domain exists and accepts email. Also true if DNS did not answer.', true),
    isDisposable: flag('Whether the address belongs to a disposable email service.', false),
    isAlias: flag('Whether the address belongs to a forwarding service.', false),
    isTypo: flag('Whether the domain looks misspelled.', true),
    isPlusAddressed: flag('Whether the address contains a plus tag.', true),
    isPersonalEmail: flag('Whether the address belongs to a personal email provider.', false),
    domainExists: flag('Whether the domain exists in DNS.', true),
    hasWebsite: flag('Whether the domain or its `www` subdomain resolves in DNS.', true),
    hasMxRecords: flag('Whether the domain has MX records.', true),
    suggestedEmail: z
      .string()
      .optional()
      .meta({
        description: 'The likely intended address, if the address looks misspelled.',
        examples: ['ada+news@gmail.com'],
      }),
    reasons: z.array(z.string()).meta({
      description: 'Human-readable reasons.',
      examples: [['The domain may be misspelled. Did you mean ada+news@gmail.com?']],
    }),
  })
  .meta({ id: 'Verification' })
