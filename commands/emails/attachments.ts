import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import mongoose, { type ClientSession } from 'mongoose'
import { AttachmentUpload } from '../../models/attachment-upload.js'
import type { AttachmentRecord } from '../../models/email.js'

/** A file as a request brings it. */
export interface AttachmentInput {
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  content: Buffer
}

const BUCKET = 'attachments'
// No request lives this long: a file without an email by then is an orphan.
const ORPHAN_AFTER_MS = 60 * 60_000
const MAX_ORPHANS = 20

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: BUCKET, chunkSizeBytes: 1_048_576 })
}

/**
 * Stores the files of one request in GridFS and returns the records that its emails keep. Without
 * `claimAttachments` the files become orphans. Orphans of earlier requests are removed first.
 */
export async function storeAttachments(projectId: string, files: AttachmentInput[]): Promise<AttachmentRecord[]> {
  if (files.length === 0) return []
  await deleteOrphans()
  // GridFS accepts any value as an id; these are strings like all other ids.
  const uploads = files.map((file) => ({ file, fileId: randomUUID() }))
  const createdAt = new Date()
  // Stored before the first byte, so that an interrupted upload is found too.
  await AttachmentUpload.insertMany(uploads.map(({ fileId: _id }) => ({ _id, projectId, createdAt })))
  const records: AttachmentRecord[] = []
  for (const { file, fileId } of uploads) {
    const { content, ...rest } = file
    const upload = bucket().openUploadStreamWithId(fileId as unknown as mongoose.mongo.ObjectId, file.filename, {
      metadata: { projectId },
    })
    await pipeline(Readable.from([content]), upload)
    records.push({ ...rest, fileId, sizeBytes: content.length })
  }
  return records
}

/** Assigns files to the emails that are stored in the same transaction. */
export async function claimAttachments(
  projectId: string,
  fileIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (fileIds.length > 0) await AttachmentUpload.deleteMany({ _id: { $in: fileIds }, projectId }, { session })
}

/** The bytes of one stored file. Throws when the file is gone. */
export async function readAttachment(fileId: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bucket().openDownloadStream(fileId as unknown as mongoose.mongo.ObjectId)) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Removes a file; a missing file is no error. */
export async function deleteAttachment(fileId: string): Promise<void> {
  await bucket()
    .delete(fileId as unknown as mongoose.mongo.ObjectId)
    .catch((error: unknown) => {
      if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error
    })
}

/** Removes files that belong to no email. */
export async function dropAttachments(projectId: string, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await deleteAttachment(fileId)
  await AttachmentUpload.deleteMany({ _id: { $in: fileIds }, projectId })
}

// Crosses projects on purpose: every request that stores files removes the orphans of all projects.
async function deleteOrphans(): Promise<void> {
  const orphans = await AttachmentUpload.find({ createdAt: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } })
    .limit(MAX_ORPHANS)
    .lean()
  for (const { _id, projectId } of orphans) await dropAttachments(projectId, [_id])
}
