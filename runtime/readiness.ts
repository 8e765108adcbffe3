import mongoose from 'mongoose'
import { withinTime } from './concurrency/within-time.js'

const TIMEOUT_MS = 2_000

/** The servers that this process needs. */
export type NeededServer = 'MongoDB' | 'Temporal'

/** The needed servers that do not answer within two seconds. */
export async function findUnreachable(temporal: { isReachable(): Promise<boolean> }): Promise<NeededServer[]> {
  const [isMongodb, isTemporal] = await Promise.all([isReached(pingMongodb()), isReached(temporal.isReachable())])
  return [...(isMongodb ? [] : ['MongoDB' as const]), ...(isTemporal ? [] : ['Temporal' as const])]
}

async function pingMongodb(): Promise<boolean> {
  const { db } = mongoose.connection
  if (!db) return false
  await db.admin().ping()
  return true
}

/** False when the check fails or times out. */
function isReached(check: Promise<boolean>): Promise<boolean> {
  return withinTime(check, TIMEOUT_MS, 'no answer in time').catch(() => false)
}
