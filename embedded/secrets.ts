import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { encryptionKeys, type EncryptionKeys } from '../runtime/encryption-keys.js'
import type { Env } from './settings.js'
import { readStored, writeStored } from '../runtime/stored-json.js'

const SecretsFile = z.object({
  // The key that seals the API keys in the database; several keys as in the setting ENCRYPTION_KEY.
  encryptionKey: z.string(),
  // The key that signs the sessions of users.
  jwtSecret: z.string(),
  user: z.object({ id: z.string(), email: z.string(), password: z.string() }).optional(),
  project: z.object({ id: z.string(), public: z.string(), secret: z.string() }).optional(),
})

/** The keys, user and project that the stack makes at the first start on a data folder and needs at each later one. */
export type Secrets = z.output<typeof SecretsFile>

/** The data folder's secrets. The first call makes the keys. */
export function loadSecrets(dataDir: string): Secrets {
  const kept = readStored(pathOf(dataDir), SecretsFile)
  if (kept) return kept
  const secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    jwtSecret: randomBytes(48).toString('base64url'),
  }
  saveSecrets(dataDir, secrets)
  return secrets
}

/** The keys of a stack: those of the environment, or the one that its data folder holds. */
export function stackEncryptionKeys(env: Env, { encryptionKey }: Pick<Secrets, 'encryptionKey'>): EncryptionKeys {
  return encryptionKeys.parse(env['ENCRYPTION_KEY'] || encryptionKey)
}

/** Stores the secrets, readable by their owner only. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  writeStored(pathOf(dataDir), secrets)
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
