import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import mongoose from 'mongoose'
import { UPLOAD_BUCKET } from '../../../models/file-buckets.js'
import type { UploadStore } from '../../../models/domain/upload-store.js'

const CHUNK_BYTES = 261_120

/** Keeps uploads in GridFS. */
export const gridFsStore: UploadStore = {
  async put(id, content) {
    await gridFsStore.remove(id)
    const upload = bucket().openUploadStreamWithId(id as unknown as mongoose.mongo.ObjectId, id)
    await pipeline(Readable.from([content]), upload)
  },
  async open(id) {
    const [file] = await bucket()
      .find({ _id: id as unknown as mongoose.mongo.ObjectId })
      .toArray()
    return file ? readChunks(id, file.length) : null
  },
  async remove(id) {
    await bucket()
      .delete(id as unknown as mongoose.mongo.ObjectId)
      .catch((error: unknown) => {
        if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error
      })
  },
}

/**
 * The bytes of a file, chunk by chunk. The stream of GridFS would ask for all chunks at once, which then stay in memory
 * until a slow client has read them. Throws if bytes are missing, so that no reader takes a part for the whole.
 */
async function* readChunks(id: string, length: number): AsyncGenerator<Uint8Array> {
  const chunks = mongoose.connection
    .collection<{ files_id: unknown; n: number; data: mongoose.mongo.Binary }>(`${UPLOAD_BUCKET}.chunks`)
    .find({ files_id: id }, { sort: { n: 1 }, batchSize: 1 })
  let left = length
  for await (const { data } of chunks) {
    left -= data.length()
    yield data.buffer
  }
  if (left !== 0) throw new Error('The bytes of an upload are incomplete')
}

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: UPLOAD_BUCKET, chunkSizeBytes: CHUNK_BYTES })
}
