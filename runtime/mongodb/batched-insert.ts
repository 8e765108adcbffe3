import mongoose from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { batchCalls } from '../concurrency/batch-calls.js'

const MAX_BATCH = 100
const CONCURRENCY = 2

/** The part of a Mongoose model that inserts. */
interface Insertable<Doc> {
  collection: { name: string }
  insertMany(documents: Doc[], options: { ordered: false; lean: true }): Promise<unknown>
}

/**
 * Returns a function that inserts one document; concurrent calls share a write. Documents are stored as given, so the
 * caller must fill in the defaults. A call rejects with MongoDB's error for its document.
 */
export function createBatchedInsert<Doc>(model: Insertable<Doc>): (document: Doc) => Promise<void> {
  const insert = batchCalls<Doc, unknown>({
    keyOf: () => '',
    maxBatch: MAX_BATCH,
    concurrencyPerKey: CONCURRENCY,
    async run(documents) {
      try {
        await model.insertMany(documents, { ordered: false, lean: true })
        return []
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
        return errorsByIndex(error)
      }
    },
  })
  const attributes = { 'db.system.name': 'mongodb', 'db.collection.name': model.collection.name }
  return (document) =>
    inSpan('mongodb insert', { kind: 'client', attributes }, async () => {
      const error = await insert(document)
      if (error) throw error
    })
}

// A failure of the write as a whole, such as an unsatisfied write concern, rejects every call of the batch.
function errorsByIndex(error: mongoose.mongo.MongoBulkWriteError): unknown[] {
  const errors = [error.writeErrors].flat()
  if (errors.length === 0 || error.result.getWriteConcernError()) throw error
  const byIndex: unknown[] = []
  for (const each of errors) byIndex[each.index] = each
  return byIndex
}
