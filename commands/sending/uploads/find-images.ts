import { containing } from '../../../models/domain/text-pattern.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Upload, type UploadRecord } from '../../../models/upload.js'

/** An image whose bytes are stored. */
export type LoadableImage = UploadRecord & { fileId: string }

const hasBytes = { fileId: { $ne: null } }

/** The record of an image whose bytes are stored; null without one. */
export async function findImage(id: string): Promise<LoadableImage | null> {
  return Upload.findOne(acrossProjects({ _id: id, ...hasBytes }, 'images are public')).lean<LoadableImage>()
}

/**
 * At most `limit` images of a project, newest first; with `before` only images that are older than the image of that
 * id, and with `search` only those whose alt text contains it.
 */
export async function listImages(
  projectId: string,
  { limit, before, search }: { limit: number; before?: string | undefined; search?: string | undefined },
): Promise<LoadableImage[]> {
  const older = before === undefined ? {} : { _id: { $lt: before } }
  const described = search ? { alt: containing(search) } : {}
  return Upload.find({ projectId, ...older, ...described, ...hasBytes })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<LoadableImage[]>()
}

/** What a message may know of an image that it shows. */
export type ShownImage = Pick<UploadRecord, '_id' | 'projectId' | 'contentType' | 'size'>

/** Images whose bytes are stored, by their ids. A message may show one of another project. */
export async function findShownImages(ids: readonly string[]): Promise<ReadonlyMap<string, ShownImage>> {
  if (ids.length === 0) return new Map()
  const fields = { projectId: 1, contentType: 1, size: 1 }
  const shown = acrossProjects({ _id: { $in: ids }, ...hasBytes }, 'images are public')
  const found = await Upload.find(shown, fields).lean()
  return new Map(found.map((image) => [image._id, image]))
}
