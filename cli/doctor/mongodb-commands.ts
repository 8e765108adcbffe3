import mongoose from 'mongoose'
import { warning, type Finding } from './examination.js'

// Authentication failed; not authorized.
const [WRONG_USER, NOT_ALLOWED] = [18, 13]

/** The database of MONGODB_URI. Throws before the connection is established. */
export function database(): mongoose.mongo.Db {
  const { db } = mongoose.connection
  if (!db) throw new Error('not connected')
  return db
}

/** Runs a command of an administrator that only reads. */
export async function ask<Answer>(command: Record<string, unknown>): Promise<Answer> {
  return (await database().admin().command(command)) as Answer
}

/** Whether MongoDB refused the user or the password. */
export const isWrongUser = (error: unknown): boolean => codeOf(error) === WRONG_USER

/** Reads with a privilege that the user may not have; a warning then says which role to grant. */
export async function ifAllowed(what: string, read: () => Promise<Finding>): Promise<Finding> {
  try {
    return await read()
  } catch (error) {
    if (codeOf(error) !== NOT_ALLOWED) throw error
    return warning(
      `not checked: the user of MONGODB_URI cannot read ${what}`,
      `In mongosh, as an administrator: db.getSiblingDB('admin').grantRolesToUser('<user>', ['clusterMonitor'])`,
    )
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof mongoose.mongo.MongoError ? error.code : undefined
}
