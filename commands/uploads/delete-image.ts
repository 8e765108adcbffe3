import { notFound } from '../../models/domain/errors.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import { Upload } from '../../models/upload.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { dropRecord } from './upload-records.js'

/**
 * Deletes an image of a project. It can no longer be loaded from the first write on; what is left where the process
 * dies behind it, the daily purge removes. Where an upload of it was interrupted, or
 * ran beside another one, the record stays until a purge within two days, and keeps its size in the quota. Throws
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
  // Bytes of other attempts may still be on their way, and only the record tells of them.
  const isAlone = attempts.length === 1
  const asRead = { _id: uploadId, fileId: null, attempts: [fileId] }
  if (isAlone && (await dropRecord(image, asRead))) return
  await Upload.updateOne({ _id: uploadId, projectId }, { $pull: { attempts: fileId } })
}
