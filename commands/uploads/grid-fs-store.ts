import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import mongoose from 'mongoose'
import type { UploadStore } from '../../models/domain/upload-store.js'

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
    return file ? bucket().openDownloadStream(file._id) : null
  },
  async remove(id) {
    await bucket()
      .delete(id as unknown as mongoose.mongo.ObjectId)
      .catch((error: unknown) => {
        if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error
      })
  },
}

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: 'upload_bytes', chunkSizeBytes: CHUNK_BYTES })
}
