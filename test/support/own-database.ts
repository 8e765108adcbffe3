import mongoose from 'mongoose'
import { newId } from '../../runtime/ids.js'
import { connectTo } from './database.js'
import { mongodbServer } from './servers.js'

/** Gives each test of a `describe` an empty database of its own on the run's MongoDB; answers with its URI. */
export function useOwnDatabase(): () => string {
  let uri: string
  beforeEach(async () => {
    const { info } = await mongodbServer()
    const own = new URL(info.mongodb)
    own.pathname = `/own_${newId()}`
    uri = own.href
    await connectTo(uri)
  })
  afterEach(() => mongoose.connection.dropDatabase())
  return () => uri
}
