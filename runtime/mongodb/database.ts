import mongoose from 'mongoose'

/** The database that this process is connected to. Throws before the connection is established. */
export function connectedDatabase(): mongoose.mongo.Db {
  const { db } = mongoose.connection
  if (!db) throw new Error('MongoDB is not connected')
  return db
}
