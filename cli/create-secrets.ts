import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../runtime/has-code.js'
import { defineCommand } from './command.js'

interface Secret {
  file: string
  /** The setting that replaces the value. */
  variable?: string
  make: () => string
}

const hex = (): string => randomBytes(32).toString('hex')
const word = (): string => randomBytes(24).toString('base64url')

// One folder for each server, so that none reads what another one needs.
const SECRETS: Secret[] = [
  // MongoDB takes 6 to 1024 characters of base64:
  // https://www.mongodb.com/docs/manual/core/security-internal-authentication/
  { file: 'mongodb/keyfile', make: () => randomBytes(567).toString('base64') },
  { file: 'mongodb/root-password', make: word },
  { file: 'postgresql/password', make: word },
  { file: 'grafana/password', make: word },
  { file: 'posthorn/mongodb-password', make: word },
  { file: 'posthorn/encryption-key', variable: 'ENCRYPTION_KEY', make: hex },
  { file: 'posthorn/jwt-secret', variable: 'JWT_SECRET', make: word },
]

export const createSecretsCommand = defineCommand({
  usage: '<folder>',
  about: `Creates the missing secrets of an installation, each in a file of the folder. ENCRYPTION_KEY and JWT_SECRET
of the environment take the place of the secrets that are made, and of those that were made before.`,
  words: 1,
  run({ words: [folder = ''] }) {
    const written: { file: string; from: string | null }[] = []
    for (const { file, variable, make } of SECRETS) {
      const path = join(folder, file)
      const kept = read(path)
      const given = variable ? process.env[variable]?.trim() : undefined
      if (given ? given === kept : kept !== null) continue
      write(path, given || make())
      written.push({ file, from: given && variable ? variable : null })
    }
    const lines = written.map(({ file, from }) => `${file}: ${from ? `taken from ${from}` : 'made'}`)
    return Promise.resolve({ lines, json: { written } })
  },
})

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** The file is complete as soon as it has its name. All users may read it: those of other containers mount it. */
function write(path: string, value: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${value}\n`, { mode: 0o444, flush: true })
  renameSync(`${path}.new`, path)
}
