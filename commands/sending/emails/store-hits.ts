import { hash } from 'node:crypto'
import mongoose from 'mongoose'
import { Hit, type HitRecord } from '../../../models/hit.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

const DIGEST_CHARS = 16

/** A short name of a link or user agent, both of which may name a person. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARS)
}

/** Stores hits, in one command. A repeated call stores each of them once. */
export async function storeHits(hits: readonly HitRecord[]): Promise<void> {
  try {
    await Hit.collection.insertMany(hits, { ordered: false })
  } catch (error) {
    if (!isOfStoredOnly(error)) throw error
  }
}

// The earlier attempt may not have a majority yet, and then this error tells so.
function isOfStoredOnly(error: unknown): boolean {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) return false
  const errors = [error.writeErrors].flat()
  return errors.length > 0 && errors.every(isDuplicateKey)
}
