import mongoose from 'mongoose'

const NAME = 'rs0'

interface StoredConfig {
  version: number
  members: { host: string }[]
}

/** The connection string of the embedded replica set of one. */
export function replicaSetUri(port: number): string {
  return `mongodb://127.0.0.1:${port}/posthorn?replicaSet=${NAME}&directConnection=true`
}

/**
 * Takes a mongod one step towards being a writable primary, and returns whether it is one. A new mongod becomes a
 * replica set of itself; one that ran on another port gets its new address. Throws while the mongod does not answer.
 */
export async function ensurePrimary(port: number): Promise<boolean> {
  const options = { directConnection: true, serverSelectionTimeoutMS: 500, socketTimeoutMS: 5_000 }
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/`, options)
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    const host = `127.0.0.1:${port}`
    if (hello['isWritablePrimary'] === true) return hello['me'] === host
    const configs = client.db('local').collection<StoredConfig>('system.replset')
    const config = await configs.findOne({}, { readPreference: 'secondaryPreferred' })
    const members = [{ _id: 0, host }]
    if (!config) {
      await admin.command({ replSetInitiate: { _id: NAME, members } })
    } else if (config.members[0]?.host !== host) {
      await admin.command({ replSetReconfig: { _id: NAME, version: config.version + 1, members }, force: true })
    }
    return false
  } finally {
    await client.close()
  }
}
