import { isDeepStrictEqual } from 'node:util'
import { graphFaults } from '../../../models/domain/definition-faults.js'
import { AppError, invalid, type FieldError } from '../../../models/domain/errors.js'
import type { Graph } from '../../../models/domain/workflow-graph.js'
import { Template } from '../../../models/template.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import {
  changeWorkflow,
  makesVersion,
  refuseTooLarge,
  type WorkflowChanges,
  type WorkflowEdit,
} from './change-workflow.js'
import { graphOf, identityFaults, type StepDefinition, type TransitionDefinition } from './definition-graph.js'
import { findWorkflowFaults, type FaultSettings } from './find-workflow-faults.js'
import { findWorkflow } from './find-workflow.js'
import { requireAsRead } from '../../base/listing/stale-change.js'

/** A whole workflow as its author wants it; omitted fields besides the graph stay as they are. */
export interface Definition extends Pick<
  WorkflowChanges,
  'name' | 'description' | 'triggerType' | 'triggerConfig' | 'allowReentry'
> {
  /** The version from which the author started. */
  baseVersion: number
  steps: StepDefinition[]
  transitions: TransitionDefinition[]
}

/** A published definition, and the faults that still keep a disabled workflow from being enabled. */
export interface Publication {
  workflow: WorkflowRecord
  faults: FieldError[]
}

/**
 * Replaces the graph of a workflow at once: one version, however many steps change, and none where positions alone
 * do. `isDryRun` stores nothing, and returns the workflow as it would be. Throws WORKFLOW_NOT_FOUND, StaleChangeError
 * for a workflow that was changed since `ifUpdatedAt`, CONFLICT with `details.version` where another version was
 * published since, and VALIDATION_ERROR with the faults of the graph, for an enabled workflow also those that would
 * keep it from being enabled.
 */
export async function publishDefinition(
  ref: WorkflowEdit,
  definition: Definition,
  { isDryRun, settings }: { isDryRun: boolean; settings: FaultSettings },
): Promise<Publication> {
  let faults: FieldError[] = []
  const edit = async (workflow: WorkflowRecord): Promise<WorkflowChanges> => {
    const changes = changesOf(workflow, definition)
    const after = { ...workflow, ...changes }
    faults = withStepIds(await findWorkflowFaults(after, settings))
    await refuseFaulty(workflow, after, faults)
    return changes
  }
  const workflow = await (isDryRun ? rehearse(ref, edit) : changeWorkflow(ref, edit))
  return { workflow, faults }
}

/** The workflow as it would be after a change that is not stored. */
async function rehearse(
  ref: WorkflowEdit,
  edit: (workflow: WorkflowRecord) => Promise<WorkflowChanges>,
): Promise<WorkflowRecord> {
  const workflow = await findWorkflow(ref)
  requireAsRead(workflow, ref)
  const changes = await edit(workflow)
  const after = { ...workflow, ...changes }
  refuseTooLarge(after)
  return { ...after, version: workflow.version + (makesVersion(workflow, changes) ? 1 : 0) }
}

/** The fields that a definition changes. */
function changesOf(workflow: WorkflowRecord, definition: Definition): WorkflowChanges {
  const { baseVersion, steps, transitions, ...fields } = definition
  if (baseVersion !== workflow.version) throw stale(workflow, baseVersion)
  const triggerConfig = fields.triggerConfig ?? workflow.triggerConfig
  const graph: Graph = graphOf(workflow, { steps, transitions })
  const faults = [...identityFaults(workflow, steps, triggerConfig), ...graphFaults(graph)]
  if (faults.length > 0) throw invalid(faults)
  const wanted: WorkflowChanges = { ...fields, ...graph }
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    value !== undefined && !isDeepStrictEqual(value, workflow[key as keyof WorkflowChanges])
  return Object.fromEntries(Object.entries(wanted).filter(isChanged))
}

function stale({ version }: WorkflowRecord, baseVersion: number): AppError {
  const message = `Version ${version} is published, but this definition is based on version ${baseVersion}`
  return new AppError('CONFLICT', message, {
    details: { reason: 'stale', version, baseVersion },
    suggestion: 'Fetch the workflow again and apply your changes to its current version',
  })
}

// A disabled workflow may be incomplete. A template that does not exist would be refused as it is stored.
async function refuseFaulty(before: WorkflowRecord, after: WorkflowRecord, faults: FieldError[]): Promise<void> {
  if (after.enabled && faults.length > 0) throw invalid(faults)
  const known = new Set(before.steps.map(({ templateId }) => templateId))
  const fresh = after.steps.flatMap(({ templateId }) => (known.has(templateId) ? [] : (templateId ?? [])))
  if (fresh.length === 0) return
  const { projectId } = after
  const existing = new Set(await Template.distinct('_id', { _id: { $in: fresh }, projectId }))
  const missing = after.steps.filter(({ templateId }) => fresh.some((id) => id === templateId && !existing.has(id)))
  if (missing.length === 0) return
  throw invalid(
    missing.map(({ id }) => ({
      field: `steps.${id}.config.templateId`,
      message: 'Template not found',
      code: 'custom',
      stepId: id,
    })),
  )
}

/** The faults of steps, each with the id of its step. */
function withStepIds(faults: FieldError[]): FieldError[] {
  return faults.map((fault) => {
    const stepId = /^steps\.([^.]+)\./.exec(fault.field)?.[1]
    return stepId === undefined ? fault : { ...fault, stepId }
  })
}
