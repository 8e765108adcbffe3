import mongoose from 'mongoose'
import { createIndexes } from '../../models/indexes.js'
import { connectMongodb, mongodbConnected } from '../../runtime/mongodb.js'
import { mongodbServer } from './servers.js'

let connected: Promise<void> | undefined

/** Gives the tests of a `describe` the run's MongoDB, with every index and nothing in it. */
export function useDatabase(): void {
  before(async () => {
    connected ??= connect()
    await connected
  })
  beforeEach(emptyDatabase)
}

async function connect(): Promise<void> {
  const { info } = await mongodbServer()
  connectMongodb(info.mongodb)
  await mongodbConnected()
  await createIndexes()
}

async function emptyDatabase(): Promise<void> {
  for (const model of Object.values(mongoose.models)) await model.deleteMany({})
}
