import type { UploadStore } from '../../models/domain/upload-store.js'
import { Upload, type UploadRecord } from '../../models/upload.js'
import { dropRecord } from './upload-records.js'

// No request lives this long, and no clock is this wrong.
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000
const BATCH = 20

/**
 * Removes the next images of a project that is being deleted with their bytes; returns how many. May be repeated at any
 * point.
 */
export async function removeImages(projectId: string, store: UploadStore, limit: number): Promise<number> {
  const uploads = await Upload.find({ projectId }, { attempts: 1 }).limit(limit).lean()
  for (const { _id, attempts } of uploads) {
    for (const fileId of attempts) await store.remove(fileId)
    // A request that noted another attempt meanwhile is found by the next call.
    await Upload.deleteOne({ _id, projectId, attempts })
  }
  return uploads.length
}

/**
 * Removes some of what requests left behind that died before a day: bytes that belong to no image, and the records of
 * images whose bytes never came. Returns how many records it looked at, and whether they were the last. Crosses
 * projects on purpose: it is part of the daily purge.
 */
export async function removeAbandoned(store: UploadStore, now: Date): Promise<{ count: number; isLast: boolean }> {
  const openAt = { $gt: new Date(0), $lt: new Date(now.getTime() - ABANDONED_AFTER_MS) }
  const uploads = await Upload.find({ openAt }).sort({ openAt: 1 }).limit(BATCH).lean()
  for (const upload of uploads) await removeLeftOvers(upload, store)
  return { count: uploads.length, isLast: uploads.length < BATCH }
}

/** The bytes go first, because nothing but the record tells of them. */
async function removeLeftOvers(upload: UploadRecord, store: UploadStore): Promise<void> {
  const { _id, projectId, fileId, attempts, openAt } = upload
  const leftOver = attempts.filter((attempt) => attempt !== fileId)
  for (const attempt of leftOver) await store.remove(attempt)
  // A request that fills the record at this moment has moved `openAt`, and so keeps it.
  const asRead = { _id, fileId, openAt }
  if (fileId === null) await dropRecord(upload, asRead)
  else
    await Upload.updateOne({ ...asRead, projectId }, { $pull: { attempts: { $in: leftOver } }, $unset: { openAt: 1 } })
}
