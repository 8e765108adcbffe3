import mongoose from 'mongoose'
import { createIndexes } from '../../models/indexes.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../runtime/mongodb.js'
import { mongodbServer } from './servers.js'

let connectedTo: string | undefined

/** Gives the tests of a `describe` the run's MongoDB, with every index and nothing in it. */
export function useDatabase(): void {
  before(async () => {
    const { info } = await mongodbServer()
    const isNew = connectedTo !== info.mongodb
    await connectTo(info.mongodb)
    if (isNew) await createIndexes()
  })
  beforeEach(emptyDatabase)
}

/** Lets the models of this process speak to a database; the one before is let go. */
export async function connectTo(uri: string): Promise<void> {
  if (connectedTo === uri) return
  await disconnectMongodb()
  connectMongodb(uri)
  await mongodbConnected()
  connectedTo = uri
}

async function emptyDatabase(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((model) => model.deleteMany({})))
}
