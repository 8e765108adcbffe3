import { readFileSync } from 'node:fs'
import mongoose, { type mongo } from 'mongoose'
import { CommandError, defineCommand } from './command.js'

// Over the loopback address, MongoDB admits the first user without a password:
// https://www.mongodb.com/docs/manual/core/localhost-exception/
const LOCAL = 'mongodb://127.0.0.1:27017/?directConnection=true&serverSelectionTimeoutMS=60000'
const PRIMARY_WITHIN_MS = 60_000
const POLL_MS = 200
const ROOT = 'root'
const USER = 'posthorn'
// `dbAdmin` changes options of collections; `clusterMonitor` shows the doctor how the replica set does.
const ROLES = [
  { role: 'readWrite', db: USER },
  { role: 'dbAdmin', db: USER },
  { role: 'clusterMonitor', db: 'admin' },
]
const NOT_YET_INITIALIZED = 94
const ALREADY_INITIALIZED = 23
const UNAUTHORIZED = [13, 18]

export const setUpMongodbCommand = defineCommand({
  usage: '<host:port of the member> <file of the root password> <file of the user password>',
  about: `Turns a new mongod with a key file into a replica set of one member, and creates its administrator and the user of gateway
and workers. It must run on the host of mongod. A second run changes nothing.`,
  words: 3,
  async run({ words: [host = '', rootFile = '', userFile = ''] }) {
    const rootPassword = readFileSync(rootFile, 'utf8').trim()
    const userPassword = readFileSync(userFile, 'utf8').trim()
    const created: string[] = []
    await withClient({}, async (admin) => {
      await initiate(admin, host)
      await awaitPrimary(admin)
      if (await createRoot(admin, rootPassword)) created.push('replica set and administrator')
    })
    await withClient({ auth: { username: ROOT, password: rootPassword } }, async (admin) => {
      if (await keepUser(admin, userPassword)) created.push(`user ${USER}`)
    })
    return { lines: created.map((name) => `${name} created`), json: { created } }
  },
})

async function withClient(options: mongo.MongoClientOptions, work: (admin: mongo.Db) => Promise<void>): Promise<void> {
  const client = new mongoose.mongo.MongoClient(LOCAL, options)
  try {
    await work(client.db('admin'))
  } finally {
    await client.close()
  }
}

async function initiate(admin: mongo.Db, host: string): Promise<void> {
  const config = { _id: 'rs0', members: [{ _id: 0, host }] }
  const { setName } = await admin.command({ hello: 1 })
  if (setName) return
  await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
    if (!hasNumber(error, [ALREADY_INITIALIZED])) throw error
  })
}

async function awaitPrimary(admin: mongo.Db): Promise<void> {
  const until = Date.now() + PRIMARY_WITHIN_MS
  for (;;) {
    const { isWritablePrimary } = await admin.command({ hello: 1 })
    if (isWritablePrimary) return
    if (Date.now() > until) throw new CommandError('MongoDB did not become primary within a minute.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Whether the administrator was created now. Once there is one, MongoDB refuses a client without a password. */
async function createRoot(admin: mongo.Db, password: string): Promise<boolean> {
  try {
    await admin.command({ createUser: ROOT, pwd: password, roles: ['root'] })
    return true
  } catch (error) {
    if (hasNumber(error, [...UNAUTHORIZED, NOT_YET_INITIALIZED])) return false
    throw error
  }
}

/** Creates the user, or gives it the password and roles of this version. Whether the user was created now. */
async function keepUser(admin: mongo.Db, password: string): Promise<boolean> {
  const access = { pwd: password, roles: ROLES }
  try {
    const { users } = await admin.command({ usersInfo: USER })
    const isKnown = Array.isArray(users) && users.length > 0
    await admin.command(isKnown ? { updateUser: USER, ...access } : { createUser: USER, ...access })
    return !isKnown
  } catch (error) {
    if (!hasNumber(error, UNAUTHORIZED)) throw error
    throw new CommandError('The root password does not match this database. The secrets belong to another database.')
  }
}

function hasNumber(error: unknown, numbers: number[]): boolean {
  return error instanceof mongoose.mongo.MongoServerError && numbers.includes(Number(error.code))
}
