import { Upload, type UploadRecord } from '../../models/upload.js'

/** An image whose bytes are stored. */
export type LoadableImage = UploadRecord & { fileId: string }

const hasBytes = { fileId: { $ne: null } }

/**
 * The record of an image whose bytes are stored; null without one. Images are public, so the query needs no project.
 */
export async function findImage(id: string): Promise<LoadableImage | null> {
  return Upload.findOne({ _id: id, ...hasBytes }).lean<LoadableImage>()
}

/**
 * At most `limit` images of a project, newest first; with `before` only images that are older than the image of that
 * id.
 */
export async function listImages(
  projectId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<LoadableImage[]> {
  const older = before === undefined ? {} : { _id: { $lt: before } }
  return Upload.find({ projectId, ...older, ...hasBytes })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<LoadableImage[]>()
}
