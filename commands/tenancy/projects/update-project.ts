import type { UpdateQuery } from 'mongoose'
import type { Brand } from '../../../models/domain/design/design.js'
import type { ProjectUtm } from '../../../models/domain/utm.js'
import { invalid, notFound } from '../../../models/domain/errors.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { Upload } from '../../../models/upload.js'

/** The settings that members may change; undefined ones stay as they are. One of null is removed. */
export type ProjectPatch = {
  [K in 'name' | 'language' | 'tracking' | 'timezone' | 'publicKeyMayResubscribe']?: ProjectRecord[K] | undefined
} & { brand?: Brand | null | undefined; utm?: ProjectUtm | null | undefined }

const LOGOS = ['logo', 'darkLogo'] as const

/**
 * Changes the settings of a project. When this returns, every gateway uses them. Throws RESOURCE_NOT_FOUND, and
 * VALIDATION_ERROR for a logo that is no image of the project.
 */
export async function updateProject(projectId: string, { brand, utm, ...patch }: ProjectPatch): Promise<ProjectRecord> {
  if (brand) await requireLogos(projectId, brand)
  const removed = {
    $unset: { ...(brand === null ? { brand: 1 as const } : {}), ...(utm === null ? { utm: 1 as const } : {}) },
  }
  return throughProjectCaches(async () => {
    const project = await store(projectId, {
      $set: { ...patch, ...(brand ? { brand } : {}), ...(utm ? { utm } : {}) },
      ...removed,
    })
    // A deletion that did not see the brand has been stored by now, so that its image is missed here.
    if (brand) await requireLogos(projectId, brand, (field) => removeLogo(projectId, field, brand[field]))
    return project
  })
}

async function store(projectId: string, update: UpdateQuery<ProjectRecord>): Promise<ProjectRecord> {
  const project = await Project.findOneAndUpdate({ _id: projectId }, update, { returnDocument: 'after' }).lean()
  if (!project) throw notFound('project', projectId)
  return project
}

/** Requires that the project has the images of its brand. The write waits for a deletion that has begun. */
async function requireLogos(
  projectId: string,
  brand: Brand,
  onMissing: (field: (typeof LOGOS)[number]) => Promise<void> = async () => {},
): Promise<void> {
  for (const field of LOGOS) {
    const _id = brand[field]
    if (_id === undefined) continue
    const image = { _id, projectId, fileId: { $ne: null } }
    const { matchedCount } = await Upload.updateOne(image, { $inc: { guard: 1 } })
    if (matchedCount > 0) continue
    await onMissing(field)
    throw invalid([{ field: `brand.${field}`, message: 'The project has no such image', code: 'custom' }])
  }
}

async function removeLogo(projectId: string, field: (typeof LOGOS)[number], id: string | undefined): Promise<void> {
  const path = `brand.${field}`
  await Project.updateOne({ _id: projectId, [path]: id }, { $unset: { [path]: 1 } })
}
