import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import mongoose, { type ClientSession } from 'mongoose'
import { AttachmentUpload } from '../../../models/attachment-upload.js'
import { byShard, projectsOf } from '../../../models/by-shard.js'
import { UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { Email, type AttachmentRecord } from '../../../models/email.js'
import { ATTACHMENT_BUCKET } from '../../../models/file-buckets.js'
import { acrossProjects } from '../../../models/owned-model.js'

/** A file of a request. */
export interface AttachmentInput {
  filename: string
  contentType: string
  contentId: string | null
  disposition: 'attachment' | 'inline'
  content: Buffer
}

// No request lasts this long: a file without an email after this time is an orphan.
const ORPHAN_AFTER_MS = 60 * 60_000
const MAX_ORPHANS = 20
const FILES = 100

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: ATTACHMENT_BUCKET, chunkSizeBytes: 1_048_576 })
}

/**
 * Stores the files of one request in GridFS and returns the records for its emails. The files become orphans unless
 * `claimAttachments` follows. Orphans of earlier requests are removed first.
 */
export async function storeAttachments(projectId: string, files: AttachmentInput[]): Promise<AttachmentRecord[]> {
  if (files.length === 0) return []
  await dropUnstored()
  // GridFS accepts any value as an id; these are strings like all other ids.
  const uploads = files.map((file) => ({ file, fileId: randomUUID() }))
  const createdAt = new Date()
  // The upload is recorded before the first byte, so that an interrupted upload is found too.
  await AttachmentUpload.insertMany(uploads.map(({ fileId: _id }) => ({ _id, projectId, createdAt })))
  const records: AttachmentRecord[] = []
  for (const { file, fileId } of uploads) {
    const { content, ...rest } = file
    // Only the emails hold the name of the file, so that their erasure erases it.
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

/** Removes files that belong to no email, with the records of their uploads. */
export async function dropAttachments(projectId: string, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await deleteAttachment(fileId)
  await AttachmentUpload.deleteMany({ _id: { $in: fileIds }, projectId })
}

/**
 * Removes some orphans: files of requests that ended before they stored their emails. `isLast` is false when there may
 * be more. Every request that stores files, and the daily purge, removes the orphans of all projects.
 */
export async function dropUnstored(): Promise<{ count: number; isLast: boolean }> {
  const isOld = { createdAt: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } }
  const orphans = await AttachmentUpload.find(acrossProjects(isOld, 'the purge of all projects'))
    .limit(MAX_ORPHANS)
    .lean()
  for (const { _id, projectId } of orphans) await dropAttachments(projectId, [_id])
  return { count: orphans.length, isLast: orphans.length < MAX_ORPHANS }
}

/**
 * Removes the next files that no email needs, after the id `after`. Such a file remains when a process dies between
 * recording the outcome of an email and removing its files. The walk covers the files of all projects; nearly all of
 * them belong to waiting emails. The returned `after` is null once the last file is reached.
 */
export async function dropUnneeded(after: string | null): Promise<{ count: number; after: string | null }> {
  const isOld = { uploadDate: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } }
  const files = await bucket()
    .find({ ...isOld, ...(after === null ? {} : { _id: { $gt: after } }) } as object)
    .sort({ _id: 1 })
    .limit(FILES)
    .toArray()
  const stored = files.map(({ _id, metadata }) => ({ id: String(_id), projectId: String(metadata?.['projectId']) }))
  let count = 0
  for (const ofShard of byShard(stored)) {
    const needed = await neededAmong(ofShard)
    const unneeded = ofShard.filter(({ id }) => !needed.has(id))
    for (const { id } of unneeded) await deleteAttachment(id)
    count += unneeded.length
  }
  return { count, after: files.length < FILES ? null : (stored.at(-1)?.id ?? null) }
}

/** The ids of the files that an email or a request needs. */
async function neededAmong(files: readonly { id: string; projectId: string }[]): Promise<ReadonlySet<string>> {
  const ids = files.map(({ id }) => id)
  const projectId = projectsOf(files)
  // Uploads are read before the emails: a request stores its emails and deletes its uploads in one transaction, so that
  // a file is in one of the two answers.
  const uploads = await AttachmentUpload.find({ _id: { $in: ids }, projectId }, { _id: 1 }).lean()
  const status = { $in: [...UNRESOLVED_STATUSES, 'RECEIVED' as const] }
  const waiting = await Email.find(
    { projectId, 'attachments.fileId': { $in: ids, $gt: '' }, status },
    { 'attachments.fileId': 1 },
  )
    .hint({ projectId: 1, 'attachments.fileId': 1 })
    .lean<{ attachments: Pick<AttachmentRecord, 'fileId'>[] }[]>()
  return new Set([
    ...uploads.map(({ _id }) => _id),
    ...waiting.flatMap(({ attachments }) => attachments.map(({ fileId }) => fileId)),
  ])
}
