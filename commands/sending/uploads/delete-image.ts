import { AppError, notFound } from '../../../models/domain/errors.js'
import type { ClientSession } from 'mongoose'
import type { UploadStore } from '../../../models/domain/upload-store.js'
import { Upload } from '../../../models/upload.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { imageUsage, isLogo, type ImageRef } from './find-image-usage.js'
import { dropRecord } from './upload-records.js'

/**
 * Deletes an image of a project. Throws RESOURCE_NOT_FOUND, and CONFLICT while the brand, a template, a campaign that
 * is not over or a workflow shows the image. After the first write the image can no longer be loaded; if the process
 * dies after that write, the daily purge removes the rest. If an upload of the image was interrupted or ran beside
 * another one, the record stays until a purge within two days, and its size counts against the quota until then.
 */
export async function deleteImage(projectId: string, uploadId: string, store: UploadStore): Promise<void> {
  const image = await inTransaction(async (session) => {
    const stored = { _id: uploadId, projectId, fileId: { $ne: null } }
    if (!(await Upload.exists(stored).session(session))) throw notFound('upload', uploadId)
    await refuseInUse(session, { projectId, uploadId })
    const removed = { $set: { fileId: null, openAt: databaseNow() } }
    const marked = await Upload.findOneAndUpdate(stored, removed, { session }).lean()
    await refuseLogo({ projectId, uploadId })
    return marked
  })
  if (!image || image.fileId === null) throw notFound('upload', uploadId)
  const { fileId, attempts } = image
  await store.remove(fileId)
  // Other attempts may still be storing bytes. Only the record knows their ids, so the record must stay then.
  const isAlone = attempts.length === 1
  const asRead = { _id: uploadId, fileId: null, attempts: [fileId] }
  if (isAlone && (await dropRecord(image, asRead))) return
  await Upload.updateOne({ _id: uploadId, projectId }, { $pull: { attempts: fileId } })
}

async function refuseInUse(session: ClientSession, ref: ImageRef): Promise<void> {
  const { workflowSteps: _steps, ...users } = await imageUsage(ref, session)
  const details = Object.fromEntries(Object.entries(users).filter(([, named]) => named.length > 0))
  if (Object.keys(details).length === 0) return
  throw new AppError('CONFLICT', 'The image is in use', {
    details,
    suggestion: 'Remove the image from the content that shows it first, then wait until older executions have ended',
  })
}

// A new brand is stored before its images are looked for. So after the image is marked, the brand must be read: one of
// the two sees the other.
async function refuseLogo(ref: ImageRef): Promise<void> {
  if (!(await isLogo(ref))) return
  throw new AppError('CONFLICT', "The image is a logo of the project's brand", {
    details: { isLogo: true },
    suggestion: 'Remove the logo from the brand first',
  })
}
