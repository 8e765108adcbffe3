import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../runtime/has-code.js'
import { carryOut, CommandError, say } from './command.js'

// Makes the secrets of an installation, each in a file of the folder that is named, where there is none yet. A value of
// the environment takes the place of a made one, and of one that was made before.
const USAGE = 'Usage: create-secrets <folder>'

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
  // MongoDB takes 6 to 1024 characters of base64: https://www.mongodb.com/docs/manual/core/security-internal-authentication/
  { file: 'mongodb/keyfile', make: () => randomBytes(567).toString('base64') },
  { file: 'mongodb/root-password', make: word },
  { file: 'postgresql/password', make: word },
  { file: 'grafana/password', make: word },
  { file: 'posthorn/mongodb-password', make: word },
  { file: 'posthorn/encryption-key', variable: 'ENCRYPTION_KEY', make: hex },
  { file: 'posthorn/jwt-secret', variable: 'JWT_SECRET', make: word },
]

await carryOut(async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new CommandError(USAGE)
  for (const { file, variable, make } of SECRETS) {
    const path = join(folder, file)
    const kept = read(path)
    const given = variable ? process.env[variable]?.trim() : undefined
    if (given ? given === kept : kept !== null) continue
    write(path, given || make())
    say(`${file}: ${given ? `taken from ${variable}` : 'made'}`)
  }
})

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** The file is whole from the moment it has its name. Its readers are users of other containers, which mount it alone. */
function write(path: string, value: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${value}\n`, { mode: 0o444, flush: true })
  renameSync(`${path}.new`, path)
}
