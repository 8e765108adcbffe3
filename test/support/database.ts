import { expect } from 'chai'
import mongoose from 'mongoose'
import { foldingDone } from '../../commands/automation/executions/fold-counts.js'
import { mailboxKey, setMailboxKeys } from '../../commands/base/installation/mailbox-key.js'
import { migrate } from '../../models/migrations/migrate.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../runtime/mongodb/connection.js'
import { ENCRYPTION_KEYS } from './config.js'
import { mongodbServer } from './servers.js'

// Without the first two no process under test would work on the database. Processes keep the key of mailboxes.
const LASTING = new Set(['migrations', 'schema_state', 'installation_secrets'])

let connectedTo: string | undefined

/**
 * Gives the tests of a `describe` the run's MongoDB, with every index. It holds what earlier tests left: a test has
 * projects of its own and looks at nothing else. `isEmptied` is for the outbox and for whole collections, before
 * each test or before all.
 */
export function useDatabase({ isEmptied }: DatabaseUse = {}): void {
  before(async () => {
    const { info } = await mongodbServer()
    const isNew = connectedTo !== info.mongodb
    await connectTo(info.mongodb)
    if (isNew) await migrate()
    // The first use makes the key, which must not look like a change by the test.
    await mailboxKey()
  })
  if (isEmptied === 'before all') before(emptyDatabase)
  if (isEmptied === 'before each') beforeEach(emptyDatabase)
}

/** What the tests of a `describe` need of the database. */
export interface DatabaseUse {
  isEmptied?: 'before each' | 'before all'
}

/** Lets the models of this process speak to a database; the one before is let go. */
export async function connectTo(uri: string): Promise<void> {
  if (connectedTo === uri) return
  await disconnectMongodb()
  setMailboxKeys(ENCRYPTION_KEYS)
  connectMongodb({ MONGODB_URI: uri })
  await mongodbConnected()
  connectedTo = uri
}

/** Lets some work open and close the connection of this process, which afterwards is again where it was. */
export async function withOwnConnection<T>(work: () => Promise<T>): Promise<T> {
  const uri = connectedTo
  await disconnectMongodb()
  connectedTo = undefined
  try {
    return await work()
  } finally {
    if (uri !== undefined) await connectTo(uri)
  }
}

/** A fingerprint of what every collection holds: two are equal when nothing was stored, changed or deleted between. */
export async function everything(): Promise<Record<string, string>> {
  // This process folds the counters of steps some seconds after it has stored them.
  await foldingDone()
  const { collections } = await connectedDatabase().command({ dbHash: 1 })
  // A refused request is counted too.
  const { rate_limits: _, ...lasting } = collections as Record<string, string>
  return lasting
}

/**
 * Lets the tests of a `describe` fail together when anything was stored, changed or deleted since its `before` hooks.
 * With `CHECK_EACH=1` the test that did it fails.
 */
export function expectNothingChanges(): void {
  let stored: Record<string, string>
  before(async () => void (stored = await everything()))
  const check = async (): Promise<void> => void expect(await everything()).to.deep.equal(stored)
  if (process.env['CHECK_EACH'] === '1') afterEach('nothing has changed', check)
  else after('nothing has changed', check)
}

async function emptyDatabase(): Promise<void> {
  await Promise.all((await collectionsInUse()).map((name) => connectedDatabase().collection(name).deleteMany({})))
}

// One question for all of them: most are empty, and this comes before each test.
async function collectionsInUse(): Promise<string[]> {
  const names = Object.values(mongoose.models).flatMap(({ collection }) =>
    LASTING.has(collection.name) ? [] : collection.name,
  )
  const ask = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]
  const found = await connectedDatabase()
    .collection(names[0] ?? '')
    .aggregate([
      ...ask(names[0] ?? ''),
      ...names.slice(1).map((coll) => ({ $unionWith: { coll, pipeline: ask(coll) } })),
    ])
    .toArray()
  return found.map(({ name }) => String(name))
}
