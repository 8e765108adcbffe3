import { AppError, notFound, type FieldError } from '../../../models/domain/errors.js'
import { stepFaults, triggerFaults } from '../../../models/domain/workflow-faults.js'
import { parseUrl } from '../../../models/domain/url.js'
import { privateHostOf } from '../../../models/domain/webhook-rules.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import {
  campaignReferences,
  segmentReferences,
  type CampaignReference,
  type SegmentReference,
} from '../../../models/domain/workflow-segments.js'
import { Segment } from '../../../models/segment.js'
import { Template } from '../../../models/template.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import type { Config } from '../../../runtime/config.js'
import { isAllowedTarget, type PrivateTargets } from '../../../runtime/private-targets.js'
import { namedCampaigns } from '../../base/references/campaign-references.js'
import { sendersAllowed } from '../../sending/emails/check-sender.js'

/** The settings of the installation that decide whether a workflow may be enabled. */
export interface FaultSettings {
  allowTestDomains: boolean
  /** The private addresses that webhooks may call. */
  allowPrivate: PrivateTargets
}

/** These settings in the configuration of an installation. */
export function faultSettings(config: Pick<Config, 'ALLOW_TEST_DOMAINS' | 'WEBHOOK_ALLOW_PRIVATE'>): FaultSettings {
  return { allowTestDomains: config.ALLOW_TEST_DOMAINS, allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }
}

/** All faults that keep a workflow from being enabled: missing values, and references to missing resources. */
export async function findWorkflowFaults(workflow: WorkflowRecord, settings: FaultSettings): Promise<FieldError[]> {
  const { projectId, steps } = workflow
  return [...(await findTriggerFaults(workflow)), ...(await findStepFaults(projectId, steps, settings))]
}

/** The faults of a workflow's trigger. */
export async function findTriggerFaults(
  workflow: Pick<WorkflowRecord, 'projectId' | 'triggerType' | 'triggerConfig'>,
): Promise<FieldError[]> {
  const { projectId, triggerConfig } = workflow
  return [...triggerFaults(workflow), ...(await referenceFaults(projectId, { triggerConfig, steps: [] }))]
}

/** The faults of steps, each under `steps.<id>.config`. */
export async function findStepFaults(projectId: string, steps: Step[], settings: FaultSettings): Promise<FieldError[]> {
  return [
    ...stepFaults(steps),
    ...webhookFaults(steps, settings),
    ...(await mailFaults(projectId, steps, settings)),
    ...(await referenceFaults(projectId, { triggerConfig: {}, steps })),
  ]
}

/**
 * Refuses a faulty step of an enabled workflow; the steps of a disabled workflow are checked when it is enabled. Throws
 * TEMPLATE_NOT_FOUND, and VALIDATION_ERROR with each fault as `config.<field>`.
 */
export async function refuseFaultyStep(workflow: WorkflowRecord, step: Step, settings: FaultSettings): Promise<void> {
  if (!workflow.enabled) return
  const { projectId } = workflow
  const { templateId } = step
  const faults = await findStepFaults(projectId, [step], settings)
  if (faults.length === 0) return
  if (templateId !== null && !(await Template.exists({ _id: templateId, projectId }))) {
    throw notFound('template', templateId)
  }
  throw new AppError('VALIDATION_ERROR', 'Steps of an enabled workflow must be complete', {
    errors: faults.map((fault) => ({ ...fault, field: fault.field.slice(`steps.${step.id}.`.length) })),
    suggestion: 'Send all required fields of the step at once, or disable the workflow first',
  })
}

/** The webhooks whose address is written as a private one that the installation does not allow. */
function webhookFaults(steps: Step[], { allowPrivate }: FaultSettings): FieldError[] {
  return steps.flatMap(({ id, type, config }) => {
    const url = type === 'WEBHOOK' && typeof config['url'] === 'string' ? config['url'] : ''
    const host = privateHostOf(url)
    const parsed = host === null ? null : parseUrl(url)
    if (host === null || parsed === null || isAllowedTarget(allowPrivate, parsed)) return []
    const message = `${host} is a private address. The operator of this installation can allow webhooks to call it`
    return [unfit(`steps.${id}.config.url`, message)]
  })
}

async function mailFaults(projectId: string, steps: Step[], settings: FaultSettings): Promise<FieldError[]> {
  const mails = steps.filter(({ type }) => type === 'SEND_EMAIL')
  if (mails.length === 0) return []
  const ids = mails.flatMap(({ templateId }) => templateId ?? [])
  const templates = await Template.find({ _id: { $in: ids }, projectId }, { from: 1 }).lean()
  const inherited = new Map<string | null, string>(templates.map(({ _id, from }) => [_id, from]))
  const senders = [...inherited.values(), ...mails.flatMap((step) => stepSender(step) ?? [])]
  const allowed = await sendersAllowed(projectId, senders, settings.allowTestDomains)
  return mails.flatMap((step) => {
    const { id, templateId } = step
    const isUnknown = templateId !== null && !inherited.has(templateId)
    const missing = isUnknown ? [unfit(`steps.${id}.config.templateId`, 'Template not found')] : []
    const senderOfStep = stepSender(step)
    const sender = senderOfStep ?? inherited.get(templateId)
    if (sender === undefined || allowed.has(sender)) return missing
    const field = senderOfStep === undefined ? 'templateId' : 'from'
    const message = `The domain of ${sender} is not verified in this project`
    return [...missing, unfit(`steps.${id}.config.${field}`, message)]
  })
}

/** The sender of a SEND_EMAIL step that replaces the sender of its template; undefined if it has none. */
function stepSender({ config }: Step): string | undefined {
  return (config as { from?: string }).from
}

async function referenceFaults(
  projectId: string,
  definition: Parameters<typeof segmentReferences>[0],
): Promise<FieldError[]> {
  return [
    ...(await segmentFaults(projectId, segmentReferences(definition))),
    ...(await campaignFaults(projectId, campaignReferences(definition))),
  ]
}

async function segmentFaults(projectId: string, references: SegmentReference[]): Promise<FieldError[]> {
  if (references.length === 0) return []
  const ids = references.map(({ segmentId }) => segmentId)
  const existing = new Set(await Segment.distinct('_id', { _id: { $in: ids }, projectId }))
  const unknown = references.filter(({ segmentId }) => !existing.has(segmentId))
  return unknown.map(({ field }) => unfit(field, 'Segment not found'))
}

async function campaignFaults(projectId: string, references: CampaignReference[]): Promise<FieldError[]> {
  const ids = references.map(({ campaignId }) => campaignId)
  const { faultOf } = await namedCampaigns(projectId, ids)
  return references.flatMap(({ campaignId, field }) => {
    const fault = faultOf(campaignId)
    return fault === null ? [] : [unfit(field, fault)]
  })
}

function unfit(field: string, message: string): FieldError {
  return { field, message, code: 'custom' }
}
