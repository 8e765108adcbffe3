import type { AnyEndpoint } from '../../gateway/http/endpoint.js'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import type { CampaignRecord } from '../../models/campaign.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { Execution } from '../../models/execution.js'
import type { Role } from '../../models/member.js'
import { Project } from '../../models/project.js'
import { Suppression } from '../../models/suppression.js'
import type { UserRecord } from '../../models/user.js'
import { becomeCustomer, createExampleInvitation, parametersOf } from '../support/endpoint-calls.js'
import {
  createBulkJob,
  createCampaign,
  createContact,
  createDomain,
  createEmail,
  createImportJob,
  createMember,
  createProject,
  createSegment,
  createSession,
  createTemplate,
  createToken,
  createUpload,
  createWorkflow,
} from '../support/factories.js'
import { makeStep, makeTransition } from '../support/graphs.js'

/** The state in which a campaign has to be for an endpoint to take it, where that is not a draft. */
const CAMPAIGN_STATES: Record<string, Partial<CampaignRecord>> = {
  cancelCampaign: { status: 'SENDING' },
  pauseCampaign: { status: 'SENDING' },
  resumeCampaign: { status: 'SENDING', pausedAt: new Date() },
}

/** The endpoints that show or delete an upload. */
const OF_UPLOADS = new Set(['getUpload', 'listUploads', 'deleteUpload'])

/** The endpoints that take a segment kept by hand; all others are given a tracked one. */
const OF_STATIC_SEGMENTS = new Set(['addSegmentMembers', 'removeSegmentMembers'])
const CONDITION: ConditionTree = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
}

/** Whether a thing of the examples is wanted. */
type IsNamed = (thing: keyof typeof EXAMPLE_IDS) => boolean

/** A project with the records that the examples of some endpoints name, in the states they take. */
export async function createExampleProject(...endpoints: AnyEndpoint[]): Promise<CreatedProject> {
  const operations = endpoints.map(({ operationId }) => operationId)
  const inPaths = new Set<string>(endpoints.flatMap((endpoint) => parametersOf(endpoint).map(({ kind }) => kind)))
  const sent = JSON.stringify(endpoints.map(({ example }) => [example?.query, example?.body]))
  const isNamed: IsNamed = (thing) => inPaths.has(thing) || sent.includes(EXAMPLE_IDS[thing])
  const project = await createProjectUnderExampleId()
  await createExampleRecords(project.id, {
    campaign: Object.assign(
      {},
      ...operations.map((operation) => CAMPAIGN_STATES[operation]),
    ) as Partial<CampaignRecord>,
    isNamed,
    hasStaticSegment: operations.some((operation) => OF_STATIC_SEGMENTS.has(operation)),
  })
  const createJob = endpoints.some(({ path }) => path.includes('/bulk/')) ? createBulkJob : createImportJob
  if (isNamed('job')) await createJob({ projectId: project.id, _id: EXAMPLE_IDS.job })
  if (operations.some((operation) => OF_UPLOADS.has(operation)))
    await createUpload({ _id: EXAMPLE_IDS.upload, projectId: project.id })
  if (operations.includes('retryExecution')) {
    await Execution.updateOne({ _id: EXAMPLE_IDS.execution, projectId: project.id }, { $set: { status: 'FAILED' } })
  }
  if (operations.includes('openBillingPortal')) await becomeCustomer(project.id)
  if (operations.includes('deleteSuppression')) {
    await Suppression.create({ projectId: project.id, email: 'ada@example.com', reason: 'BOUNCE' })
  }
  if (operations.some((operation) => INVITED.has(operation))) {
    // Who accepts with a session is a member of the example's own project already.
    await createExampleInvitation(operations.includes('acceptInvitation') ? undefined : project.id)
  }
  return project
}

const INVITED = new Set(['acceptInvitation', 'withdrawInvitation', 'showInvitationPage', 'answerInvitationPage'])

// Of the bodies in the examples.
const EXAMPLE_TOKENS = {
  verify: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2',
  reset: 'b7Wq2kT5nX8vZ1mC4rF6yH9jL0pD3sG5aE7uI2oQ4wR',
}

/** The owner of the example project, or another member, whose address and password are those of the examples. */
export async function createExampleOwner(projectId: string, role: Role = 'OWNER'): Promise<UserRecord> {
  const identity = { provider: 'github', subject: '1', email: null, connectedAt: new Date() } as const
  const credentials = { password: 'correct horse battery staple', identities: [identity] }
  const owner = await createMember(
    { projectId, role },
    { _id: EXAMPLE_IDS.user, email: 'grace@example.com', ...credentials },
  )
  await createSession(owner._id, { _id: EXAMPLE_IDS.session })
  for (const purpose of ['verify', 'reset'] as const) await createToken(owner, purpose, EXAMPLE_TOKENS[purpose])
  return owner
}

async function createProjectUnderExampleId(): Promise<CreatedProject> {
  const created = await createProject()
  const record = await Project.findOneAndDelete({ _id: created.id }).orFail().lean()
  await Project.create({ ...record, _id: EXAMPLE_IDS.project })
  return { ...created, id: EXAMPLE_IDS.project }
}

/** The records that the examples of the reference name, in a project that has its contact in any case. */
export async function createExampleRecords(
  projectId: string,
  {
    campaign,
    isNamed,
    hasStaticSegment = false,
  }: { campaign: Partial<CampaignRecord>; isNamed: IsNamed; hasStaticSegment?: boolean },
): Promise<void> {
  const contact = await createContact({ projectId, _id: EXAMPLE_IDS.contact, email: 'ada@example.com' })
  if (isNamed('email')) {
    await createEmail({ projectId, _id: EXAMPLE_IDS.email, contactId: contact._id, to: contact.email })
  }
  if (isNamed('template')) await createTemplate({ projectId, _id: EXAMPLE_IDS.template })
  if (isNamed('member')) {
    await createMember({ projectId, role: 'MEMBER' }, { _id: EXAMPLE_IDS.member, email: 'hedy@example.com' })
  }
  if (isNamed('domain')) await createDomain({ projectId, _id: EXAMPLE_IDS.domain })
  const segment = hasStaticSegment ? {} : { condition: CONDITION, trackMembership: true }
  if (isNamed('segment')) await createSegment({ projectId, _id: EXAMPLE_IDS.segment, ...segment })
  if (isNamed('campaign')) await createCampaign({ projectId, _id: EXAMPLE_IDS.campaign, ...campaign })
  if (!isNamed('workflow')) return
  const pause = makeStep('DELAY', { id: EXAMPLE_IDS.step, config: { amount: 1, unit: 'days' } })
  const exit = makeStep('EXIT', { id: EXAMPLE_IDS.nextStep })
  const steps = [pause, exit]
  const transitions = isNamed('transition') ? [{ ...makeTransition(pause, exit), id: EXAMPLE_IDS.transition }] : []
  const workflow = await createWorkflow({ projectId, _id: EXAMPLE_IDS.workflow, steps, transitions })
  if (!isNamed('execution')) return
  await Execution.create({
    _id: EXAMPLE_IDS.execution,
    projectId,
    workflowId: workflow._id,
    workflowVersion: workflow.version,
    contactId: contact._id,
    status: 'WAITING',
    currentStepId: EXAMPLE_IDS.step,
    startedAt: new Date(),
    temporalWorkflowId: `execution:${EXAMPLE_IDS.execution}`,
  })
}
