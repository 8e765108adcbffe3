import { z } from 'zod'
import { isAddress, normaliseAddress, spellAddress } from '../../models/domain/addresses.js'

const INVALID = { error: 'Enter a valid email address', params: { code: 'invalid_string' } }

/** The identity of an email address: spellings of one mailbox are one contact. */
export const EmailAddress = z.string().overwrite(normaliseAddress).refine(isAddress, INVALID).meta({ format: 'email' })

/** An email address as the caller spells it, for answers that repeat it. */
export const SpelledEmailAddress = z
  .string()
  .refine((text) => isAddress(normaliseAddress(text)), INVALID)
  .meta({ format: 'email' })

/** An email address for headers and envelopes, which keep the local part as it is given. */
export const HeaderAddress = z.string().overwrite(spellAddress).refine(isAddress, INVALID).meta({ format: 'email' })
