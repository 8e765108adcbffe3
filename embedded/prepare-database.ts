import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { createProject } from '../commands/tenancy/projects/create-project.js'
import { createUser } from '../commands/accounts/users/create-user.js'
import { AppError } from '../models/domain/errors.js'
import { migrate } from '../models/migrations/migrate.js'
import { Project } from '../models/project.js'
import { User } from '../models/user.js'
import { readMongodbConfig } from '../runtime/config.js'
import { connectMongodb, disconnectMongodb } from '../runtime/mongodb/connection.js'
import type { EncryptionKeys } from '../runtime/encryption-keys.js'
import { loadSecrets, saveSecrets, stackEncryptionKeys, type Secrets } from './secrets.js'
import { readDataDir } from './settings.js'

// This is a process of its own because mongoose has one connection, which belongs to the program that starts the stack.
const dataDir = readDataDir(process.env)

connectMongodb(readMongodbConfig())
await mongoose.connection.asPromise()
await migrate()
const secrets = loadSecrets(dataDir)
secrets.user = await ensureUser(secrets)
saveSecrets(dataDir, secrets)
secrets.project = await ensureProject(secrets, stackEncryptionKeys(process.env, secrets))
saveSecrets(dataDir, secrets)
await disconnectMongodb()

async function ensureUser({ user }: Secrets): Promise<NonNullable<Secrets['user']>> {
  if (user && (await User.exists({ _id: user.id }))) return user
  const password = randomBytes(12).toString('base64url')
  try {
    return await makeUser('admin@posthorn.test', password)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
    // Another data folder uses this database too. Its user must keep the password.
    return makeUser(`admin-${randomBytes(3).toString('hex')}@posthorn.test`, password)
  }
}

async function makeUser(email: string, password: string): Promise<NonNullable<Secrets['user']>> {
  const { _id: id } = await createUser({ email, password, isVerified: true })
  return { id, email, password }
}

async function ensureProject(
  { user, project }: Secrets,
  encryptionKeys: EncryptionKeys,
): Promise<NonNullable<Secrets['project']>> {
  if (project && (await Project.exists({ _id: project.id }))) return project
  const owner = user ? { ownerId: user.id } : {}
  const made = await createProject({ name: 'My project', encryptionKeys, ...owner })
  return { id: made.id, public: made.publicKey, secret: made.secretKey }
}
