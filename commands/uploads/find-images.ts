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

/** The sizes in bytes of images of a project whose bytes are stored, by their ids. */
export async function imageSizes(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const found = await Upload.find({ _id: { $in: ids }, projectId, ...hasBytes }, { size: 1 }).lean()
  return new Map(found.map(({ _id, size }) => [_id, size]))
}
