import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import mongoose, { type ClientSession } from 'mongoose'
import { AttachmentUpload } from '../../models/attachment-upload.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email, type AttachmentRecord } from '../../models/email.js'

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
const FILES = 100

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
  await dropUnstored()
  // GridFS accepts any value as an id; these are strings like all other ids.
  const uploads = files.map((file) => ({ file, fileId: randomUUID() }))
  const createdAt = new Date()
  // Stored before the first byte, so that an interrupted upload is found too.
  await AttachmentUpload.insertMany(uploads.map(({ fileId: _id }) => ({ _id, projectId, createdAt })))
  const records: AttachmentRecord[] = []
  for (const { file, fileId } of uploads) {
    const { content, ...rest } = file
    // The name of the file stands in the emails alone, with which it is erased.
    const upload = bucket().openUploadStreamWithId(fileId as unknown as mongoose.mongo.ObjectId, fileId, {
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

/**
 * Removes some files of requests that died before they stored their emails; returns whether there may be more. Crosses
 * projects on purpose: every request that stores files removes those of all projects, and so does the daily purge.
 */
export async function dropUnstored(): Promise<{ count: number; isLast: boolean }> {
  const orphans = await AttachmentUpload.find({ createdAt: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } })
    .limit(MAX_ORPHANS)
    .lean()
  for (const { _id, projectId } of orphans) await dropAttachments(projectId, [_id])
  return { count: orphans.length, isLast: orphans.length < MAX_ORPHANS }
}

/**
 * Removes the next files that no email needs, after the file `after` by id: their process died between the
 * outcome and the removal. All stored files of all projects are walked, which are those of waiting emails and few
 * others. `after` is null behind the last file.
 */
export async function dropUnneeded(after: string | null): Promise<{ count: number; after: string | null }> {
  const isOld = { uploadDate: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } }
  const files = await bucket()
    .find({ ...isOld, ...(after === null ? {} : { _id: { $gt: after } }) } as object)
    .sort({ _id: 1 })
    .limit(FILES)
    .toArray()
  const ids = files.map(({ _id }) => String(_id))
  // Read before the emails: a request stores its emails and gives up its uploads in one transaction.
  const uploads = await AttachmentUpload.find({ _id: { $in: ids } }, { _id: 1 }).lean()
  const waiting = await Email.find(
    { 'attachments.fileId': { $in: ids, $gt: '' }, status: { $in: [...UNRESOLVED_STATUSES, 'RECEIVED'] } },
    { 'attachments.fileId': 1 },
  ).lean<{ attachments: Pick<AttachmentRecord, 'fileId'>[] }[]>()
  const needed = new Set([
    ...uploads.map(({ _id }) => _id),
    ...waiting.flatMap(({ attachments }) => attachments.map(({ fileId }) => fileId)),
  ])
  const unneeded = ids.filter((id) => !needed.has(id))
  for (const id of unneeded) await deleteAttachment(id)
  return { count: unneeded.length, after: files.length < FILES ? null : (ids.at(-1) ?? null) }
}
