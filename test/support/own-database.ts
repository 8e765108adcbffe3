import mongoose from 'mongoose'
import { newId } from '../../runtime/ids.js'
import { connectTo } from './database.js'
import { mongodbServer } from './servers.js'

/**
 * Gives each test of a `describe`, or with `after all` all of them together, an empty database of its own on the run's
 * MongoDB; answers with its URI.
 */
export function useOwnDatabase(ends: 'after each' | 'after all' = 'after each'): () => string {
  const [begin, end] = ends === 'after each' ? [beforeEach, afterEach] : [before, after]
  let uri: string
  begin(async () => {
    const { info } = await mongodbServer()
    const own = new URL(info.mongodb)
    own.pathname = `/own_${newId()}`
    uri = own.href
    await connectTo(uri)
  })
  end(() => mongoose.connection.dropDatabase())
  return () => uri
}
