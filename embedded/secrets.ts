import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readStored, writeStored } from './stored-json.js'

const SecretsFile = z.object({
  // 32 bytes in hex: seals the API keys in the database.
  encryptionKey: z.string(),
  // Signs the sessions of users.
  jwtSecret: z.string(),
  user: z.object({ id: z.string(), email: z.string(), password: z.string() }).optional(),
  project: z.object({ id: z.string(), public: z.string(), secret: z.string() }).optional(),
})

/** What the stack made up once for this data folder and must know again at the next start. */
export type Secrets = z.output<typeof SecretsFile>

// A folder of before there were sessions has no secret for them.
const StoredSecrets = SecretsFile.partial({ jwtSecret: true })

/** The data folder's secrets; the keys are made when they are first asked for. */
export function loadSecrets(dataDir: string): Secrets {
  const kept = readStored(pathOf(dataDir), StoredSecrets)
  if (kept?.jwtSecret) return { ...kept, jwtSecret: kept.jwtSecret }
  const secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    ...kept,
    jwtSecret: randomBytes(48).toString('base64url'),
  }
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
