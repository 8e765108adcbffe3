import type { FieldError } from '../../models/domain/errors.js'
import { stepFaults, triggerFaults } from '../../models/domain/workflow-faults.js'
import type { Step } from '../../models/domain/workflow-graph.js'
import { segmentReferences, type SegmentReference } from '../../models/domain/workflow-segments.js'
import { Segment } from '../../models/segment.js'
import { Template } from '../../models/template.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { sendersAllowed } from '../emails/check-sender.js'

/** What of the installation decides whether a workflow may be enabled. */
export interface FaultSettings {
  allowTestDomains: boolean
}

/** Everything that keeps a workflow from being enabled: what it lacks, and what it refers to that is not there. */
export async function findWorkflowFaults(workflow: WorkflowRecord, settings: FaultSettings): Promise<FieldError[]> {
  const { projectId, steps } = workflow
  return [...(await findTriggerFaults(workflow)), ...(await findStepFaults(projectId, steps, settings))]
}

/** The same of its trigger alone. */
export async function findTriggerFaults(
  workflow: Pick<WorkflowRecord, 'projectId' | 'triggerType' | 'triggerConfig'>,
): Promise<FieldError[]> {
  const { projectId, triggerConfig } = workflow
  const references = segmentReferences({ triggerConfig, steps: [] })
  return [...triggerFaults(workflow), ...(await segmentFaults(projectId, references))]
}

/** The same of steps alone, each under `steps.<id>.config`. */
export async function findStepFaults(projectId: string, steps: Step[], settings: FaultSettings): Promise<FieldError[]> {
  return [
    ...stepFaults(steps),
    ...(await mailFaults(projectId, steps, settings)),
    ...(await segmentFaults(projectId, segmentReferences({ triggerConfig: {}, steps }))),
  ]
}

async function mailFaults(projectId: string, steps: Step[], settings: FaultSettings): Promise<FieldError[]> {
  const mails = steps.filter(({ type }) => type === 'SEND_EMAIL')
  if (mails.length === 0) return []
  const ids = mails.flatMap(({ templateId }) => templateId ?? [])
  const templates = await Template.find({ _id: { $in: ids }, projectId }, { from: 1 }).lean()
  const inherited = new Map<string | null, string>(templates.map(({ _id, from }) => [_id, from]))
  const senders = [...inherited.values(), ...mails.flatMap((step) => ownSender(step) ?? [])]
  const allowed = await sendersAllowed(projectId, senders, settings.allowTestDomains)
  return mails.flatMap((step) => {
    const { id, templateId } = step
    const isUnknown = templateId !== null && !inherited.has(templateId)
    const missing = isUnknown ? [unfit(`steps.${id}.config.templateId`, 'Template not found')] : []
    const own = ownSender(step)
    const sender = own ?? inherited.get(templateId)
    if (sender === undefined || allowed.has(sender)) return missing
    const field = own === undefined ? 'templateId' : 'from'
    const message = `The domain of ${sender} is not verified in this project`
    return [...missing, unfit(`steps.${id}.config.${field}`, message)]
  })
}

/** The sender that a SEND_EMAIL step names in place of its template's. */
function ownSender({ config }: Step): string | undefined {
  return (config as { from?: string }).from
}

async function segmentFaults(projectId: string, references: SegmentReference[]): Promise<FieldError[]> {
  if (references.length === 0) return []
  const ids = references.map(({ segmentId }) => segmentId)
  const known = new Set(await Segment.distinct('_id', { _id: { $in: ids }, projectId }))
  const unknown = references.filter(({ segmentId }) => !known.has(segmentId))
  return unknown.map(({ field }) => unfit(field, 'The project has no such segment'))
}

function unfit(field: string, message: string): FieldError {
  return { field, message, code: 'custom' }
}
