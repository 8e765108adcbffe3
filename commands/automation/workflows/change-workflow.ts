import { isDeepStrictEqual } from 'node:util'
import type { ClientSession } from 'mongoose'
import { invalid } from '../../../models/domain/errors.js'
import { utf8Length } from '../../../models/domain/utf8-length.js'
import { scheduleOf } from './schedule-of.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { versionId, WorkflowVersion } from '../../../models/workflow-version.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { findWorkflow, type WorkflowRef } from './find-workflow.js'
import { setOff } from '../../base/outbox/set-off.js'
import { lockNeededCampaigns } from '../../base/references/lock-needed-campaigns.js'
import { lockNeededSegments } from '../../base/references/lock-needed-segments.js'
import { requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { referToImages, textsOfSteps } from '../../sending/uploads/refer-to-images.js'
import { lockTemplates } from '../../base/references/lock-templates.js'

/** The fields of a workflow to change; omitted fields stay as they are. */
export type WorkflowChanges = Partial<
  Pick<
    WorkflowRecord,
    | 'name'
    | 'description'
    | 'enabled'
    | 'archived'
    | 'triggerType'
    | 'triggerConfig'
    | 'allowReentry'
    | 'steps'
    | 'transitions'
  >
>

/** A workflow to change, and the user who changes it; null or missing where a key does. */
export interface WorkflowEdit extends WorkflowRef, ReadState {
  authorId?: string | null
}

const MAX_DEFINITION_BYTES = 1024 * 1024

/**
 * Changes a workflow by the result of `edit` on its current state. When another change is stored in between, `edit`
 * runs again on the new state, so that no concurrent edit is lost. Executions keep the version they started with.
 * Throws WORKFLOW_NOT_FOUND, StaleChangeError for a workflow that was changed since `ifUpdatedAt`, the errors of
 * `edit`, TEMPLATE_NOT_FOUND for a step with an unknown template, and VALIDATION_ERROR for a definition above 1 MB or
 * if a campaign or segment that an enabled workflow needs is deleted at the same moment.
 */
export async function changeWorkflow(
  ref: WorkflowEdit,
  edit: (workflow: WorkflowRecord) => WorkflowChanges | Promise<WorkflowChanges>,
): Promise<WorkflowRecord> {
  // A compare-and-set fails only if another change was stored, so that the loop ends.
  for (;;) {
    const workflow = await findWorkflow(ref)
    // Each change of `updatedAt` moves the revision too, and the revision is in the filter.
    requireAsRead(workflow, ref)
    const changes = await edit(workflow)
    if (Object.keys(changes).length === 0) return workflow
    refuseTooLarge({ ...workflow, ...changes })
    const changed = await store(workflow, changes, ref.authorId ?? null)
    if (changed) return changed
  }
}

/** Stores the immutable current version of a workflow, in the transaction that creates the version. */
export async function writeVersion(
  workflow: WorkflowRecord,
  authorId: string | null,
  session: ClientSession,
): Promise<void> {
  const { _id: workflowId, projectId, version, name, steps, transitions, updatedAt: createdAt } = workflow
  const { uploadIds } = workflow
  const graph = { name, steps, transitions, ...(uploadIds ? { uploadIds } : {}) }
  const fields = { _id: versionId(workflowId, version), projectId, workflowId, version, ...graph, createdAt, authorId }
  await WorkflowVersion.create([fields], { session })
}

async function store(
  workflow: WorkflowRecord,
  changes: WorkflowChanges,
  authorId: string | null,
): Promise<WorkflowRecord | null> {
  const { _id, projectId, revision } = workflow
  const atRevision = { _id, projectId, revision }
  const isRescheduled = !isDeepStrictEqual(scheduleOf(workflow), scheduleOf({ ...workflow, ...changes }))
  const isNewVersion = makesVersion(workflow, changes)
  return inTransaction(async (session) => {
    const { steps } = changes
    const shown = steps ? { uploadIds: await imagesOfSteps(session, workflow, steps) } : {}
    const update = { $set: { ...changes, ...shown }, $inc: { revision: 1, ...(isNewVersion ? { version: 1 } : {}) } }
    // An archival changes no content, so that nobody's edit of it becomes stale.
    const isArchival = Object.keys(changes).every((field) => field === 'archived')
    const options = { session, returnDocument: 'after', timestamps: !isArchival } as const
    const changed = await Workflow.findOneAndUpdate(atRevision, update, options).lean()
    if (!changed) return null
    if (isNewVersion) {
      await writeVersion(changed, authorId, session)
      await lockTemplates(session, projectId, { before: workflow.steps, after: changed.steps })
    }
    await lockNeededCampaigns(session, { before: workflow, after: changed })
    await lockNeededSegments(session, { before: workflow, after: changed })
    if (isRescheduled) await setOff(session, { kind: 'workflow', projectId, ids: [_id] })
    return changed
  })
}

/** The images that steps show; it locks those that the workflow has not shown before. */
export async function imagesOfSteps(
  session: ClientSession,
  { projectId, uploadIds: before }: Pick<WorkflowRecord, 'projectId' | 'uploadIds'>,
  steps: WorkflowRecord['steps'],
): Promise<string[]> {
  return referToImages(session, { projectId, texts: textsOfSteps(steps), before })
}

/** Whether changes of a workflow make a version. */
export function makesVersion(workflow: WorkflowRecord, changes: WorkflowChanges): boolean {
  return !isDeepStrictEqual(versionedPart(workflow), versionedPart({ ...workflow, ...changes }))
}

/** The part of a workflow that its executions depend on or show: a change of this part creates a version. */
function versionedPart({ name, steps, transitions }: Pick<WorkflowRecord, 'name' | 'steps' | 'transitions'>): unknown {
  return { name, transitions, steps: steps.map((step) => ({ ...step, position: null, updatedAt: null })) }
}

/** Throws VALIDATION_ERROR for a definition above 1 MB. */
export function refuseTooLarge({ steps, transitions }: Pick<WorkflowRecord, 'steps' | 'transitions'>): void {
  if (utf8Length(JSON.stringify({ steps, transitions })) <= MAX_DEFINITION_BYTES) return
  throw invalid([{ field: 'steps', message: 'The steps of a workflow can be at most 1 MB in total', code: 'too_big' }])
}
