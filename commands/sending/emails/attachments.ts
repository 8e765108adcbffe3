import type { ClientSession, mongo } from 'mongoose'
import { AttachmentPart, type AttachmentPartRecord } from '../../../models/attachment-part.js'
import { AttachmentUpload } from '../../../models/attachment-upload.js'
import { byShard, projectsOf } from '../../../models/by-shard.js'
import { UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { Email, type AttachmentRecord } from '../../../models/email.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { newId } from '../../../runtime/ids.js'

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
const PART_BYTES = 1_048_576

/**
 * Stores the files of one request and returns the records for its emails. The files become orphans unless
 * `claimAttachments` follows. Orphans of earlier requests are removed first.
 */
export async function storeAttachments(projectId: string, files: AttachmentInput[]): Promise<AttachmentRecord[]> {
  if (files.length === 0) return []
  await dropUnstored()
  const uploads = files.map((file) => ({ file, fileId: newId() }))
  const storedAt = new Date()
  // The upload is recorded before the first byte, so that an interrupted upload is found too.
  await AttachmentUpload.insertMany(uploads.map(({ fileId: _id }) => ({ _id, projectId, createdAt: storedAt })))
  const records: AttachmentRecord[] = []
  for (const { file, fileId } of uploads) {
    const { content, ...rest } = file
    await parts().insertMany(partsOf({ projectId, fileId, storedAt }, content))
    // Only the emails hold the name of the file, so that their erasure erases it.
    records.push({ ...rest, fileId, sizeBytes: content.length })
  }
  return records
}

function partsOf(of: Pick<AttachmentPartRecord, 'projectId' | 'fileId' | 'storedAt'>, content: Buffer) {
  return Array.from({ length: Math.max(1, Math.ceil(content.length / PART_BYTES)) }, (_, position) => {
    const bytes = content.subarray(position * PART_BYTES, (position + 1) * PART_BYTES)
    return { _id: `${of.fileId}:${position}`, ...of, position, bytes }
  })
}

// The models copy bytes; the driver takes them as they are.
function parts(): mongo.Collection<AttachmentPartRecord> {
  return AttachmentPart.collection as unknown as mongo.Collection<AttachmentPartRecord>
}

/** Assigns files to the emails that are stored in the same transaction. */
export async function claimAttachments(
  projectId: string,
  fileIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (fileIds.length > 0) await AttachmentUpload.deleteMany({ _id: { $in: fileIds }, projectId }, { session })
}

/** The bytes of one stored file. Throws when the file, or a part of it, is gone. */
export async function readAttachment(
  projectId: string,
  { fileId, sizeBytes }: Pick<AttachmentRecord, 'fileId' | 'sizeBytes'>,
): Promise<Buffer> {
  const stored = await parts()
    .find<{ bytes: mongo.Binary }>({ projectId, fileId }, { projection: { _id: 0, bytes: 1 } })
    .sort({ position: 1 })
    .toArray()
  const content = Buffer.concat(stored.map(({ bytes }) => bytes.value()))
  if (stored.length === 0 || content.length !== sizeBytes) throw new Error(`The file ${fileId} is gone`)
  return content
}

/** Removes files; those that are missing are no error. */
export async function deleteAttachments(projectId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const ofFiles = { projectId, fileId: { $in: fileIds } }
  // The first part goes last, because the purge finds a file by it.
  await AttachmentPart.bulkWrite([
    { deleteMany: { filter: { ...ofFiles, position: { $gt: 0 } } } },
    { deleteMany: { filter: ofFiles } },
  ])
}

/** Removes files that belong to no email, with the records of their uploads. */
export async function dropAttachments(projectId: string, fileIds: readonly string[]): Promise<void> {
  await deleteAttachments(projectId, fileIds)
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
  const isOld = { position: 0, storedAt: { $lt: new Date(Date.now() - ORPHAN_AFTER_MS) } }
  const behind = { ...isOld, ...(after === null ? {} : { fileId: { $gt: after } }) }
  const files = await AttachmentPart.find(acrossProjects(behind, 'the purge of all projects'), {
    _id: 0,
    fileId: 1,
    projectId: 1,
  })
    .sort({ fileId: 1 })
    .limit(FILES)
    .hint('files')
    .lean()
  let count = 0
  for (const ofShard of byShard(files)) {
    const needed = await neededAmong(ofShard)
    const unneeded = ofShard.filter(({ fileId }) => !needed.has(fileId))
    for (const [projectId, of] of groupBy(unneeded, (file) => file.projectId)) {
      await deleteAttachments(
        projectId,
        of.map(({ fileId }) => fileId),
      )
    }
    count += unneeded.length
  }
  return { count, after: files.length < FILES ? null : (files.at(-1)?.fileId ?? null) }
}

/** The ids of the files that an email or a request needs. */
async function neededAmong(files: readonly { fileId: string; projectId: string }[]): Promise<ReadonlySet<string>> {
  const ids = files.map(({ fileId }) => fileId)
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
