import { notFound } from '../../models/domain/errors.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import { Upload } from '../../models/upload.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { dropRecord } from './upload-records.js'

/**
 * Deletes an image of a project. After the first write the image can no longer be loaded; if the process dies after
 * that write, the daily purge removes the rest. If an upload of the image was interrupted or ran beside another one,
 * the record stays until a purge within two days, and its size counts against the quota until then. Throws
 * RESOURCE_NOT_FOUND.
 */
export async function deleteImage(projectId: string, uploadId: string, store: UploadStore): Promise<void> {
  const image = await Upload.findOneAndUpdate(
    { _id: uploadId, projectId, fileId: { $ne: null } },
    { $set: { fileId: null, openAt: databaseNow() } },
  ).lean()
  if (!image || image.fileId === null) throw notFound('upload', uploadId)
  const { fileId, attempts } = image
  await store.remove(fileId)
  // Other attempts may still be storing bytes. Only the record knows their ids, so the record must stay then.
  const isAlone = attempts.length === 1
  const asRead = { _id: uploadId, fileId: null, attempts: [fileId] }
  if (isAlone && (await dropRecord(image, asRead))) return
  await Upload.updateOne({ _id: uploadId, projectId }, { $pull: { attempts: fileId } })
}
