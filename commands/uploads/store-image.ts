import type { ImageType } from '../../models/domain/images/image.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import { Upload, type UploadRecord } from '../../models/upload.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { newId } from '../../runtime/ids.js'
import { readImage } from './read-image.js'
import { claimRecord } from './upload-records.js'

/** An image that can be loaded. */
export type StoredImage = UploadRecord & { contentType: ImageType }

/**
 * Stores an image of a project by its content; the same image is stored once. Throws VALIDATION_ERROR on `file` for
 * anything else than a PNG, JPEG, GIF or WebP, and for an image that is damaged or larger than its format should be
 * shown; QUOTA_EXCEEDED; and SERVICE_UNAVAILABLE where no image can be read at the moment.
 */
export async function storeImage(projectId: string, file: Buffer, store: UploadStore): Promise<StoredImage> {
  const { type, content, sha256 } = await readImage(projectId, file)
  for (;;) {
    const record = await claimRecord({ projectId, sha256, contentType: type, size: content.length })
    // Another request may have been first, or the purge has removed a record of old that this one was about to fill.
    if (record.fileId !== null || (await storeBytes(record, content, store))) return { ...record, contentType: type }
  }
}

/**
 * Stores the bytes under an id of this request alone; of several requests at once the first to finish counts. False
 * when that was another one, or the record is gone.
 */
async function storeBytes(
  { _id, projectId, contentType }: UploadRecord,
  content: Uint8Array,
  store: UploadStore,
): Promise<boolean> {
  const [fileId, open] = [newId(), { _id, projectId, fileId: null }]
  // Noted first, so that whatever an interrupted request has stored is found.
  const noted = await Upload.updateOne(open, { $push: { attempts: fileId }, $set: { openAt: databaseNow() } })
  if (noted.modifiedCount === 0) return false
  await store.put(fileId, content, contentType)
  const isAlone = { $eq: [{ $size: '$attempts' }, 1] }
  const taken = await Upload.updateOne(
    open,
    [{ $set: { fileId, openAt: { $cond: [isAlone, '$$REMOVE', '$openAt'] } } }],
    { updatePipeline: true },
  )
  if (taken.modifiedCount > 0) return true
  await store.remove(fileId)
  await Upload.updateOne({ _id, projectId }, { $pull: { attempts: fileId } })
  return false
}
