import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readStored, writeStored } from './stored-json.js'

const SecretsFile = z.object({
  // 32 bytes in hex: seals the API keys in the database.
  encryptionKey: z.string(),
  user: z.object({ id: z.string(), email: z.string(), password: z.string() }).optional(),
  project: z.object({ id: z.string(), public: z.string(), secret: z.string() }).optional(),
})

/** What the stack made up once for this data folder and must know again at the next start. */
export type Secrets = z.output<typeof SecretsFile>

/** The data folder's secrets; the first call makes the encryption key. */
export function loadSecrets(dataDir: string): Secrets {
  const kept = readStored(pathOf(dataDir), SecretsFile)
  if (kept) return kept
  const secrets = { encryptionKey: randomBytes(32).toString('hex') }
  saveSecrets(dataDir, secrets)
  return secrets
}

/** Keeps the secrets, readable by their owner only. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  writeStored(pathOf(dataDir), secrets)
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
