import { z } from 'zod'
import { isAddress, normaliseAddress } from '../../models/domain/addresses.js'

/** An email address, trimmed and lower-cased: case variants are one contact. */
export const EmailAddress = z
  .string()
  .overwrite(normaliseAddress)
  .refine(isAddress, { error: 'Invalid email address', params: { code: 'invalid_string' } })
  .meta({ format: 'email' })
