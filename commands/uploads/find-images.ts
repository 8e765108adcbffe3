import { Upload, type UploadRecord } from '../../models/upload.js'

/** An image whose bytes are there. */
export type LoadableImage = UploadRecord & { fileId: string }

const isThere = { fileId: { $ne: null } }

/** The record of the bytes of an image that is there, for whoever has its id; null without one. */
export async function findImage(id: string): Promise<LoadableImage | null> {
  return Upload.findOne({ _id: id, ...isThere }).lean<LoadableImage>()
}

/**
 * The images of a project, newest first: as many as `limit`, and those older than the image `before` where it is given.
 */
export async function listImages(
  projectId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<LoadableImage[]> {
  const older = before === undefined ? {} : { _id: { $lt: before } }
  return Upload.find({ projectId, ...older, ...isThere })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<LoadableImage[]>()
}

/** The sizes in bytes of those images of a project that are there, by their ids. */
export async function imageSizes(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const found = await Upload.find({ _id: { $in: ids }, projectId, ...isThere }, { size: 1 }).lean()
  return new Map(found.map(({ _id, size }) => [_id, size]))
}
