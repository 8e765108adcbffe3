import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import { notFound } from '../../../models/domain/errors.js'
import { uploadIdsIn } from '../../../models/domain/images/upload-ids.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Project } from '../../../models/project.js'
import { Template } from '../../../models/template.js'
import { Upload } from '../../../models/upload.js'
import { Workflow } from '../../../models/workflow.js'
import type { Named } from '../../base/listing/names-of.js'
import { pinnedVersions } from '../../base/references/pinned-versions.js'
import { textsOfSteps } from './refer-to-images.js'

const MAX_NAMED = 100

/** The ids of an image and its project. */
export interface ImageRef {
  projectId: string
  uploadId: string
}

/** A step that shows an image, and its workflow. */
interface ShowingStep extends Named {
  workflowId: string
  workflowName: string
}

/** The uses that keep an image from being deleted, at most a hundred of each kind. */
export interface ImageUsage {
  templates: Named[]
  campaigns: Named[]
  workflows: Named[]
  workflowSteps: ShowingStep[]
}

/** Finds the uses of an image. Throws RESOURCE_NOT_FOUND. */
export async function findImageUsage(ref: ImageRef): Promise<ImageUsage & { isLogo: boolean }> {
  const { projectId, uploadId } = ref
  if (!(await Upload.exists({ _id: uploadId, projectId, fileId: { $ne: null } }))) throw notFound('upload', uploadId)
  return { isLogo: await isLogo(ref), ...(await imageUsage(ref)) }
}

/** Whether an image is a logo of its project's brand. Projects are in no transaction with images. */
export async function isLogo({ projectId: _id, uploadId }: ImageRef): Promise<boolean> {
  const found = await Project.exists({ _id, $or: [{ 'brand.logo': uploadId }, { 'brand.darkLogo': uploadId }] })
  return found !== null
}

/**
 * The uses of an image by content: templates, campaigns that are not over, and workflows as they are now or in a
 * version that active executions run. Mail that has left does not count.
 */
export async function imageUsage(ref: ImageRef, session: ClientSession | null = null): Promise<ImageUsage> {
  const { projectId, uploadId } = ref
  const shows = { projectId, uploadIds: uploadId }
  const templates = await Template.find(shows, { name: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MAX_NAMED)
    .lean()
  const unfinished = { ...shows, status: { $in: ['DRAFT' as const, 'SCHEDULED' as const, 'SENDING' as const] } }
  const campaigns = await Campaign.find(unfinished, { name: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MAX_NAMED)
    .lean()
  const steps = await showingSteps(ref, session)
  const workflows = new Map(steps.map(({ workflowId: id, workflowName: name }) => [id, { id, name }]))
  return {
    templates: templates.map(named),
    campaigns: campaigns.map(named),
    workflows: [...workflows.values()],
    workflowSteps: steps,
  }
}

function named({ _id: id, name }: { _id: string; name: string }): Named {
  return { id, name }
}

async function showingSteps({ projectId, uploadId }: ImageRef, session: ClientSession | null): Promise<ShowingStep[]> {
  const found = new Map<string, ShowingStep>()
  const add = (workflow: Named, steps: readonly Step[]): boolean => {
    for (const step of steps) {
      if (!uploadIdsIn(textsOfSteps([step])).includes(uploadId) || found.size >= MAX_NAMED) continue
      const { id, name } = step
      if (!found.has(id)) found.set(id, { id, name, workflowId: workflow.id, workflowName: workflow.name })
    }
    return found.size < MAX_NAMED
  }
  const workflows = Workflow.find({ projectId, uploadIds: uploadId }, { name: 1, steps: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .lean()
    .cursor()
  for await (const { _id: id, name, steps } of workflows) if (!add({ id, name }, steps)) break
  const pinned = pinnedVersions(projectId, { filter: { uploadIds: uploadId }, session })
  for await (const { workflowId: id, name, steps } of pinned) if (!add({ id, name }, steps)) break
  return [...found.values()]
}
