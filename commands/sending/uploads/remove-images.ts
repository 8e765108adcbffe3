import type { UploadStore } from '../../../models/domain/upload-store.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Upload, type UploadRecord } from '../../../models/upload.js'
import { dropRecord } from './upload-records.js'

// No request lives this long, and no clock is this wrong.
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000
const BATCH = 20

/**
 * Removes the next images, with their bytes, of a project that is being deleted. Returns the number of images. It is
 * safe to repeat.
 */
export async function removeImages(projectId: string, store: UploadStore, limit: number): Promise<number> {
  const uploads = await Upload.find({ projectId }, { attempts: 1 }).limit(limit).lean()
  for (const { _id, attempts } of uploads) {
    for (const fileId of attempts) await store.remove(fileId)
    // If a request has added another attempt in the meantime, the record stays for the next call.
    await Upload.deleteOne({ _id, projectId, attempts })
  }
  return uploads.length
}

/**
 * Removes the next remains of requests that died at least a day ago: bytes that belong to no image, and the records of
 * images whose bytes were never stored. Returns the number of records that it read, and whether they were the last.
 */
export async function removeAbandoned(store: UploadStore, now: Date): Promise<{ count: number; isLast: boolean }> {
  const openAt = { $gt: new Date(0), $lt: new Date(now.getTime() - ABANDONED_AFTER_MS) }
  const uploads = await Upload.find(acrossProjects({ openAt }, 'the purge of all projects'))
    .sort({ openAt: 1 })
    .limit(BATCH)
    .lean()
  for (const upload of uploads) await removeLeftOvers(upload, store)
  return { count: uploads.length, isLast: uploads.length < BATCH }
}

/** The bytes are removed before the record, because only the record knows their ids. */
async function removeLeftOvers(upload: UploadRecord, store: UploadStore): Promise<void> {
  const { _id, projectId, fileId, attempts, openAt } = upload
  const leftOver = attempts.filter((attempt) => attempt !== fileId)
  for (const attempt of leftOver) await store.remove(attempt)
  // A request that fills the record at this moment has changed `openAt`, so that the record stays.
  const asRead = { _id, fileId, openAt }
  if (fileId === null) await dropRecord(upload, asRead)
  else
    await Upload.updateOne({ ...asRead, projectId }, { $pull: { attempts: { $in: leftOver } }, $unset: { openAt: 1 } })
}
