import { z } from 'zod'
import { encryptionKeys } from '../encryption-keys.js'

const NO_SECRET = 'must be set, to at least 32 characters: openssl rand -base64 48'

export const secrets = z.object({
  ENCRYPTION_KEY: encryptionKeys.describe(
    "32 bytes in hex (`openssl rand -hex 32`), or several, separated by commas: encrypts keys and protects recipients' links",
  ),
  JWT_SECRET: z
    .string(NO_SECRET)
    .min(32, 'must have at least 32 characters: openssl rand -base64 48')
    .describe('at least 32 characters (`openssl rand -base64 48`): signs sessions; changing it ends all of them'),
})
