import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import mongoose from 'mongoose'
import type { AttachmentRecord } from './email.js'

/** A file as a request brings it. */
export interface AttachmentInput {
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  content: Buffer
}

const BUCKET = 'attachments'

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: BUCKET, chunkSizeBytes: 1_048_576 })
}

/** Stores the files of one request in GridFS and returns what its emails keep of them. */
export async function storeAttachments(projectId: string, files: AttachmentInput[]): Promise<AttachmentRecord[]> {
  const records: AttachmentRecord[] = []
  for (const { content, ...file } of files) {
    // GridFS takes any value for an id; ours are strings like everywhere else.
    const fileId = randomUUID()
    const upload = bucket().openUploadStreamWithId(fileId as unknown as mongoose.mongo.ObjectId, file.filename, {
      metadata: { projectId },
    })
    await pipeline(Readable.from([content]), upload)
    records.push({ ...file, fileId, sizeBytes: content.length })
  }
  return records
}

/** The bytes of one stored file. Throws when it is gone. */
export async function readAttachment(fileId: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bucket().openDownloadStream(fileId as unknown as mongoose.mongo.ObjectId)) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Removes a file; one that is gone already is no error. */
export async function deleteAttachment(fileId: string): Promise<void> {
  await bucket()
    .delete(fileId as unknown as mongoose.mongo.ObjectId)
    .catch((error: unknown) => {
      if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error
    })
}
