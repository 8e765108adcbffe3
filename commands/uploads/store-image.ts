import { createHash } from 'node:crypto'
import { cleanImage } from '../../models/domain/images/clean-image.js'
import { ImageError, type ImageType } from '../../models/domain/images/image.js'
import { invalid } from '../../models/domain/errors.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import { Upload, type UploadRecord } from '../../models/upload.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { newId } from '../../runtime/ids.js'

/** An image that can be loaded. */
export type StoredImage = UploadRecord & { contentType: ImageType }

/**
 * Stores an image of a project by its content; the same image is stored once. Throws VALIDATION_ERROR on `file` for anything
 * else than a PNG, JPEG, GIF or WebP, and for an image that is damaged or larger than its format should be shown.
 */
export async function storeImage(projectId: string, file: Buffer, store: UploadStore): Promise<StoredImage> {
  const { type, content } = readImage(file)
  const sha256 = createHash('sha256').update(content).digest('hex')
  for (;;) {
    const record = await claimRecord({ projectId, sha256, contentType: type, size: content.length })
    // Another request may have been first, or the purge has removed a record of old that this one was about to fill.
    if (record.fileId !== null || (await storeBytes(record, content, store))) return { ...record, contentType: type }
  }
}

/** The record of the bytes of an image that is there, for whoever has its id; null without one. */
export async function findImage(id: string): Promise<UploadRecord | null> {
  return Upload.findOne({ _id: id, fileId: { $ne: null } }).lean()
}

/**
 * Stores the bytes under an id of this request alone; of several requests at once the first to finish counts. False when
 * that was another one, or the record is gone.
 */
async function storeBytes(
  { _id, projectId, contentType }: UploadRecord,
  content: Buffer,
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

function readImage(file: Buffer): { type: ImageType; content: Buffer } {
  const refuse = (message: string) => invalid([{ field: 'file', code: 'invalid_file_type', message }])
  try {
    const image = cleanImage(file)
    if (!image) throw refuse('The file is no PNG, JPEG, GIF or WebP')
    return { type: image.type, content: Buffer.concat(image.parts) }
  } catch (error) {
    if (error instanceof ImageError) throw refuse(error.message)
    throw error
  }
}

async function claimRecord(
  fields: Pick<UploadRecord, 'projectId' | 'sha256' | 'contentType' | 'size'>,
): Promise<UploadRecord> {
  const { projectId, sha256 } = fields
  const now = databaseNow()
  try {
    return await Upload.findOneAndUpdate(
      { projectId, sha256 },
      { $setOnInsert: { _id: newId(), ...fields, fileId: null, attempts: [], openAt: now, createdAt: now } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return Upload.findOne({ projectId, sha256 }).orFail().lean()
  }
}
