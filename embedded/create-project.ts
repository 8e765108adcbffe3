import { parseArgs } from 'node:util'
import mongoose from 'mongoose'
import { createProject } from '../commands/projects/create-project.js'
import { connectMongodb, disconnectMongodb } from '../runtime/mongodb/connection.js'
import { requireRunning } from './require-running.js'
import { loadSecrets, stackEncryptionKeys } from './secrets.js'
import { readDataDir } from './settings.js'
import { StackError } from './stack-error.js'

const USAGE = 'Usage: npm run project:create -- --name <name> [--json]'

try {
  const { name, isJson } = readArguments()
  const project = await createInStack(name, readDataDir(process.env))
  const { id, publicKey, secretKey } = project
  if (isJson) console.log(JSON.stringify({ id, public: publicKey, secret: secretKey }))
  else console.log(`Project      ${name}\nId           ${id}\nPublic key   ${publicKey}\nSecret key   ${secretKey}`)
} catch (error) {
  console.error(error instanceof StackError ? error.message : error)
  process.exitCode = 1
}

function readArguments(): { name: string; isJson: boolean } {
  try {
    const { values } = parseArgs({ options: { name: { type: 'string' }, json: { type: 'boolean', default: false } } })
    const name = values.name?.trim()
    if (name) return { name, isJson: values.json }
  } catch {
    // An unknown option gets the same answer as a missing one.
  }
  throw new StackError(USAGE)
}

async function createInStack(name: string, dataDir: string): Promise<Awaited<ReturnType<typeof createProject>>> {
  const info = requireRunning(dataDir)
  const secrets = loadSecrets(dataDir)
  connectMongodb(info.mongodb)
  try {
    await mongoose.connection.asPromise()
    const owner = secrets.user ? { ownerId: secrets.user.id } : {}
    return await createProject({ name, encryptionKeys: stackEncryptionKeys(process.env, secrets), ...owner })
  } finally {
    await disconnectMongodb()
  }
}
