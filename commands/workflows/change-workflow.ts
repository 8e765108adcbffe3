import { isDeepStrictEqual } from 'node:util'
import type { ClientSession } from 'mongoose'
import { invalid } from '../../models/domain/errors.js'
import { utf8Length } from '../../models/domain/utf8-length.js'
import { newMark } from '../../models/outbox-entry.js'
import { scheduleOf } from './schedule-of.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { versionId, WorkflowVersion } from '../../models/workflow-version.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { findWorkflow, type WorkflowRef } from './find-workflow.js'
import { holdTemplates } from '../templates/hold-templates.js'

/** The fields of a workflow that an author changes; a field left out stays as it is. */
export type WorkflowChanges = Partial<
  Pick<
    WorkflowRecord,
    'name' | 'description' | 'enabled' | 'triggerType' | 'triggerConfig' | 'allowReentry' | 'steps' | 'transitions'
  >
>

const MAX_DEFINITION_BYTES = 1024 * 1024

/**
 * Changes a workflow by what `edit` makes of it as it stands. When another change is stored in between, `edit`
 * judges the fresh one again, so that concurrent edits both survive and each was valid where it was applied.
 * Executions keep the version they started with. Throws WORKFLOW_NOT_FOUND, what `edit` throws,
 * TEMPLATE_NOT_FOUND for a step with an unknown template, and VALIDATION_ERROR for a definition above 1 MB.
 */
export async function changeWorkflow(
  ref: WorkflowRef,
  edit: (workflow: WorkflowRecord) => WorkflowChanges | Promise<WorkflowChanges>,
): Promise<WorkflowRecord> {
  // Every turn lost means that another change was stored, so this comes to an end.
  for (;;) {
    const workflow = await findWorkflow(ref)
    const changes = await edit(workflow)
    if (Object.keys(changes).length === 0) return workflow
    refuseTooLarge({ ...workflow, ...changes })
    const changed = await store(workflow, changes)
    if (changed) return changed
  }
}

/** Writes the immutable version that the workflow stands at, in the transaction that brings it there. */
export async function writeVersion(workflow: WorkflowRecord, session: ClientSession): Promise<void> {
  const { _id: workflowId, projectId, version, name, steps, transitions } = workflow
  const fields = { _id: versionId(workflowId, version), projectId, workflowId, version, name, steps, transitions }
  await WorkflowVersion.create([fields], { session })
}

async function store(workflow: WorkflowRecord, changes: WorkflowChanges): Promise<WorkflowRecord | null> {
  const { _id, projectId, revision } = workflow
  const asJudged = { _id, projectId, revision }
  const isMoved = !isDeepStrictEqual(scheduleOf(workflow), scheduleOf({ ...workflow, ...changes }))
  const set = isMoved ? { ...changes, dispatch: newMark() } : changes
  if (isDeepStrictEqual(whatIsWalked(workflow), whatIsWalked({ ...workflow, ...changes }))) {
    const update = { $set: set, $inc: { revision: 1 } }
    return Workflow.findOneAndUpdate(asJudged, update, { returnDocument: 'after' }).lean()
  }
  return inTransaction(async (session) => {
    const update = { $set: set, $inc: { revision: 1, version: 1 } }
    const changed = await Workflow.findOneAndUpdate(asJudged, update, { session, returnDocument: 'after' }).lean()
    if (!changed) return null
    await writeVersion(changed, session)
    await holdTemplates(session, projectId, { before: workflow.steps, after: changed.steps })
    return changed
  })
}

/** What executions and those who watch them notice: a change of it makes a version. */
function whatIsWalked({ name, steps, transitions }: Pick<WorkflowRecord, 'name' | 'steps' | 'transitions'>): unknown {
  return { name, transitions, steps: steps.map((step) => ({ ...step, position: null, updatedAt: null })) }
}

function refuseTooLarge({ steps, transitions }: WorkflowRecord): void {
  if (utf8Length(JSON.stringify({ steps, transitions })) <= MAX_DEFINITION_BYTES) return
  throw invalid([{ field: 'steps', message: 'The steps of a workflow are at most 1 MB together', code: 'too_big' }])
}
