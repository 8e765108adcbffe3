import { z } from 'zod'
import { isAddress, normaliseAddress } from '../../models/domain/addresses.js'

const INVALID = { error: 'Invalid email address', params: { code: 'invalid_string' } }

/** An email address, trimmed and lower-cased: case variants are one contact. */
export const EmailAddress = z.string().overwrite(normaliseAddress).refine(isAddress, INVALID).meta({ format: 'email' })

/** An email address as the caller spells it, for answers that repeat it. */
export const SpelledEmailAddress = z
  .string()
  .refine((text) => isAddress(normaliseAddress(text)), INVALID)
  .meta({ format: 'email' })
