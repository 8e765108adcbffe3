import mongoose from 'mongoose'
import { batchCalls } from '../concurrency/batch-calls.js'

const MAX_TOGETHER = 100
const RUNS_AT_ONCE = 2

/** A collection, as far as it is written to here. */
interface Insertable<Doc> {
  insertMany(documents: Doc[], options: { ordered: false; lean: true }): Promise<unknown>
}

/**
 * Stores documents of one collection, each for itself and yet in one write with those that are stored at the same
 * moment. They are stored as they are given: defaults are the caller's. Rejects for a document that could not be
 * stored, with MongoDB's own error for it.
 */
export function createBatchedInsert<Doc>(model: Insertable<Doc>): (document: Doc) => Promise<void> {
  const insert = batchCalls<Doc, unknown>({
    groupOf: () => '',
    maxBatch: MAX_TOGETHER,
    maxRunsPerGroup: RUNS_AT_ONCE,
    async run(documents) {
      try {
        await model.insertMany(documents, { ordered: false, lean: true })
        return []
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
        return errorsByPlace(error)
      }
    },
  })
  return async (document) => {
    const error = await insert(document)
    if (error) throw error
  }
}

// A failure of the write as a whole, such as a write concern that was not met, is everyone's.
function errorsByPlace(error: mongoose.mongo.MongoBulkWriteError): unknown[] {
  const errors = [error.writeErrors].flat()
  if (errors.length === 0 || error.result.getWriteConcernError()) throw error
  const byPlace: unknown[] = []
  for (const each of errors) byPlace[each.index] = each
  return byPlace
}
