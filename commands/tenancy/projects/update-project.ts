import type { ClientSession, UpdateQuery } from 'mongoose'
import type { Brand } from '../../../models/domain/design/design.js'
import { invalid, notFound } from '../../../models/domain/errors.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { Upload } from '../../../models/upload.js'

/** The settings that members may change; undefined ones stay as they are. A brand of null is removed. */
export type ProjectPatch = {
  [K in 'name' | 'language' | 'tracking' | 'timezone' | 'publicKeyMayResubscribe']?: ProjectRecord[K] | undefined
} & { brand?: Brand | null | undefined }

/**
 * Changes the settings of a project. When this returns, every gateway uses them. Throws RESOURCE_NOT_FOUND, and
 * VALIDATION_ERROR for a logo that is no image of the project.
 */
export async function updateProject(projectId: string, { brand, ...patch }: ProjectPatch): Promise<ProjectRecord> {
  return throughProjectCaches(() => {
    if (brand === undefined) return store(projectId, { $set: patch })
    if (brand === null) return store(projectId, { $set: patch, $unset: { brand: 1 } })
    return inTransaction(async (session) => {
      await lockLogos(session, projectId, brand)
      return store(projectId, { $set: { ...patch, brand } }, session)
    })
  })
}

async function store(
  projectId: string,
  update: UpdateQuery<ProjectRecord>,
  session: ClientSession | null = null,
): Promise<ProjectRecord> {
  const options = { returnDocument: 'after', session } as const
  const project = await Project.findOneAndUpdate({ _id: projectId }, update, options).lean()
  if (!project) throw notFound('project', projectId)
  return project
}

// A new reference conflicts with the deletion of its image, so that one of the two is retried and sees the other.
async function lockLogos(session: ClientSession, projectId: string, { logo, darkLogo }: Brand): Promise<void> {
  for (const [field, id] of Object.entries({ logo, darkLogo })) {
    if (id === undefined) continue
    const image = { _id: id, projectId, fileId: { $ne: null } }
    const { matchedCount } = await Upload.updateOne(image, { $inc: { guard: 1 } }, { session })
    if (matchedCount > 0) continue
    throw invalid([{ field: `brand.${field}`, message: 'The project has no such image', code: 'custom' }])
  }
}
