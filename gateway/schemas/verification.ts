import { z } from 'zod'
import { EmailAddress } from './email-address.js'

/** An address to verify. */
export const AddressToVerify = z.object({ email: EmailAddress }).meta({ id: 'AddressToVerify' })

const flag = (description: string, example: boolean) => z.boolean().meta({ description, examples: [example] })

/** The result of verifying an address. */
export const VerificationResponse = z
  .object({
    email: z.string().meta({ examples: ['ada+news@gmial.com'] }),
    valid: flag('Whether its domain exists and takes mail; true as well when DNS could not be asked.', true),
    isDisposable: flag('Whether it is of a service for disposable addresses.', false),
    isAlias: flag('Whether it is of a service that forwards to another address.', false),
    isTypo: flag('Whether its domain looks misspelt.', true),
    isPlusAddressed: flag('Whether it has a tag after a plus sign.', true),
    isPersonalEmail: flag('Whether it is of a provider of personal mail.', false),
    domainExists: flag('Whether DNS knows the domain.', true),
    hasWebsite: flag('Whether the domain, or `www` below it, has an address in DNS.', true),
    hasMxRecords: flag('Whether DNS names servers that take its mail.', true),
    suggestedEmail: z
      .string()
      .optional()
      .meta({
        description: 'The address that was probably meant, if the address looks misspelt.',
        examples: ['ada+news@gmail.com'],
      }),
    reasons: z.array(z.string()).meta({
      description: 'Sentences for a person.',
      examples: [['The domain may be misspelled. Did you mean ada+news@gmail.com?']],
    }),
  })
  .meta({ id: 'Verification' })
