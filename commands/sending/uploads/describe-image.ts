import { notFound } from '../../../models/domain/errors.js'
import { Upload } from '../../../models/upload.js'
import type { LoadableImage } from './find-images.js'

/** Sets or, with null, removes the text that says what an image shows. Throws RESOURCE_NOT_FOUND. */
export async function describeImage(
  { projectId, uploadId }: { projectId: string; uploadId: string },
  alt: string | null,
): Promise<LoadableImage> {
  const change = alt === null ? { $unset: { alt: true } } : { $set: { alt } }
  const image = await Upload.findOneAndUpdate({ _id: uploadId, projectId, fileId: { $ne: null } }, change, {
    returnDocument: 'after',
  }).lean<LoadableImage>()
  if (!image) throw notFound('upload', uploadId)
  return image
}
