import type { ImageType } from '../../../models/domain/images/image.js'
import type { UploadStore } from '../../../models/domain/upload-store.js'
import { Upload, type UploadRecord } from '../../../models/upload.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { newId } from '../../../runtime/ids.js'
import { readImage } from './read-image.js'
import { claimRecord } from './upload-records.js'

/** An image that can be loaded. */
export type StoredImage = UploadRecord & { contentType: ImageType }

/**
 * Stores an image of a project by its content; the same image is stored once. Throws VALIDATION_ERROR on `file` for
 * anything but a PNG, JPEG, GIF or WebP, and for an image that is damaged or too large; QUOTA_EXCEEDED; and
 * SERVICE_UNAVAILABLE if no image can be read at the moment.
 */
export async function storeImage(projectId: string, file: Buffer, store: UploadStore): Promise<StoredImage> {
  const { type, content, sha256 } = await readImage(projectId, file)
  for (;;) {
    const record = await claimRecord({ projectId, sha256, contentType: type, size: content.length })
    // Otherwise another request was first, or the purge has removed an old record that this request was about to fill.
    if (record.fileId !== null || (await storeBytes(record, content, store))) return { ...record, contentType: type }
  }
}

/**
 * Stores the bytes under a new id. If several requests store the same image, the first to finish decides. Returns false
 * if that was another request, or if the record was deleted.
 */
async function storeBytes(
  { _id, projectId, contentType }: UploadRecord,
  content: Uint8Array,
  store: UploadStore,
): Promise<boolean> {
  const [fileId, open] = [newId(), { _id, projectId, fileId: null }]
  // The id is stored before the bytes, so that the purge finds the bytes of an interrupted request.
  const begun = await Upload.updateOne(open, { $push: { attempts: fileId }, $set: { openAt: databaseNow() } })
  if (begun.modifiedCount === 0) return false
  await store.put(fileId, content, contentType)
  const isAlone = { $eq: [{ $size: '$attempts' }, 1] }
  const filled = await Upload.updateOne(
    open,
    [{ $set: { fileId, openAt: { $cond: [isAlone, '$$REMOVE', '$openAt'] } } }],
    { updatePipeline: true },
  )
  if (filled.modifiedCount > 0) return true
  await store.remove(fileId)
  await Upload.updateOne({ _id, projectId }, { $pull: { attempts: fileId } })
  return false
}
