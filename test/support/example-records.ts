import { randomBytes } from 'node:crypto'
import type { AnyEndpoint } from '../../gateway/http/endpoint.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { Execution } from '../../models/execution.js'
import { Project } from '../../models/project.js'
import { newProjectState, ProjectState } from '../../models/project-state.js'
import { Suppression } from '../../models/suppression.js'
import type { UserRecord } from '../../models/user.js'
import { Notification } from '../../models/notification.js'
import { View } from '../../models/view.js'
import { newId } from '../../runtime/ids.js'
import { hashKey } from '../../runtime/sealed.js'
import { exampleTexts, EXAMPLES, parametersOf, type Name, type Names } from './endpoint-calls.js'
import { only } from './conditions.js'
import {
  createApiKey,
  createBulkJob,
  createCampaign,
  createContact,
  createDomain,
  createEmail,
  createExportJob,
  createImportJob,
  createInvitation,
  createTestAddress,
  createMember,
  createProject,
  createRetryJob,
  createSegment,
  createSession,
  createTemplate,
  createToken,
  createUpload,
  createWorkflow,
} from './factories.js'
import type { TestGateway } from './gateway.js'
import { makeStep, makeTransition } from './graphs.js'
import type { HttpClient } from './http-client.js'

/** The password of the owner in the examples. */
const PASSWORD = 'correct horse battery staple'
const TOKEN_BYTES = 32
const HOUR_MS = 3_600_000

/** A project with records that examples and paths name, and its owner. */
export interface Furnished {
  project: CreatedProject
  owner: UserRecord
  /** The ids, addresses and tokens of the project. */
  names: Names
}

/** A client with the credential that an endpoint takes: a key of the project where it takes several. */
export function clientFor(gateway: TestGateway, { access }: AnyEndpoint, { project, owner }: Furnished): HttpClient {
  if (access === 'open') return gateway.as()
  if (access === 'user' || access === 'member') return gateway.signedIn(owner)
  return gateway.as(access === 'publicKey' ? project.publicKey : project.secretKey)
}

type Creator = () => Promise<unknown>

/** The state in which a campaign has to be for an endpoint to take it, where that is not a draft. */
const CAMPAIGN_STATES: Record<string, Partial<CampaignRecord>> = {
  cancelCampaign: { status: 'SENDING' },
  pauseCampaign: { status: 'SENDING' },
  resumeCampaign: { status: 'SENDING', pausedAt: new Date() },
  unscheduleCampaign: { status: 'SCHEDULED', scheduledFor: new Date('2900-01-01T00:00:00Z') },
}

/**
 * A project with names of its own and what requests to these endpoints need, or without an endpoint one record of each
 * kind. The name, subject or address of each record contains `mark`.
 */
export async function furnish(mark: string, ...endpoints: AnyEndpoint[]): Promise<Furnished> {
  const project = await createProject(`${mark} project`)
  const nameOf = (name: string): string => {
    if (name === 'project') return project.id
    if (name.endsWith('Token')) return randomBytes(TOKEN_BYTES).toString('base64url')
    // A test address is a record of its own, so that its name is an id.
    const isAddress = name.endsWith('Address') && name !== 'testAddress'
    return isAddress ? `${mark}-${name.toLowerCase()}-${project.id}@example.com` : newId()
  }
  const names = Object.fromEntries(Object.keys(EXAMPLES).map((name) => [name, nameOf(name)])) as Names
  return { project, names, owner: await createRecords(project.id, { mark, names, endpoints }) }
}

/** The project of the examples with what the examples of these endpoints need. No other project has these ids. */
export async function furnishExamples(...endpoints: AnyEndpoint[]): Promise<Furnished> {
  const created = await createProject()
  const record = await Project.findOneAndDelete({ _id: created.id }).orFail().lean()
  await Project.create({ ...record, _id: EXAMPLES.project })
  await ProjectState.create(newProjectState(EXAMPLES.project))
  const project = { ...created, id: EXAMPLES.project }
  return { project, names: EXAMPLES, owner: await createExampleRecords(project.id, endpoints) }
}

/** Fills a project with the records of the examples; without an endpoint with one of each kind. Returns its owner. */
export async function createExampleRecords(projectId: string, endpoints: AnyEndpoint[] = []): Promise<UserRecord> {
  return createRecords(projectId, { mark: 'example', names: EXAMPLES, endpoints })
}

async function createRecords(
  projectId: string,
  { mark, names, endpoints }: { mark: string; names: Names; endpoints: AnyEndpoint[] },
): Promise<UserRecord> {
  const isNamed = namedBy(endpoints, names)
  const isFor = (...operations: string[]): boolean =>
    endpoints.some(({ operationId }) => operations.includes(operationId))
  const identities = [{ provider: 'github', subject: names.user, email: null, connectedAt: new Date() }] as const
  const owner = await createMember(
    // An owner cannot delete the account.
    { projectId, role: isFor('deleteMe') ? 'MEMBER' : 'OWNER' },
    { _id: names.user, email: names.ownerAddress, password: PASSWORD, identities: [...identities] },
  )
  const { _id: contactId, email: to } = await createContact({
    projectId,
    _id: names.contact,
    email: names.contactAddress,
  })
  const named = { projectId, name: mark }
  const condition = only({ field: 'subscribed', operator: 'equals', value: true })
  const campaign = endpoints.map(({ operationId }) => CAMPAIGN_STATES[operationId])
  const steps = [
    makeStep('DELAY', { id: names.step, name: mark, config: { amount: 1, unit: 'days' } }),
    makeStep('EXIT', { id: names.nextStep }),
  ] as const
  // In an order in which each finds what it refers to.
  const creators: Partial<Record<Name, Creator>> = {
    verifyToken: () => createToken(owner, 'verify', names.verifyToken),
    resetToken: () => createToken(owner, 'reset', names.resetToken),
    session: () => createSession(owner._id, { _id: names.session }),
    template: () => createTemplate({ ...named, _id: names.template, subject: mark }),
    campaign: () =>
      createCampaign(Object.assign({ ...named, _id: names.campaign, subject: mark }, ...campaign) as typeof named),
    member: () => createMember({ projectId, role: 'MEMBER' }, { _id: names.member, email: names.memberAddress }),
    domain: () => createDomain({ projectId, _id: names.domain, domain: `${mark}.example.org` }),
    view: () => View.create({ ...named, _id: names.view, list: 'contacts', isShared: true }),
    // Older than the membership of those who read it, so that it is unread for nobody, like for a key.
    notification: () => {
      const about = { domainId: names.domain, name: mark }
      const times = { createdAt: new Date(Date.now() - HOUR_MS), expiresAt: new Date(Date.now() + HOUR_MS) }
      return Notification.create({ projectId, _id: names.notification, kind: 'DOMAIN_LOST', key: 'x', about, ...times })
    },
    key: () => createApiKey({ projectId, _id: names.key, name: mark }),
    testAddress: () => createTestAddress({ projectId, _id: names.testAddress, email: names.guestAddress }),
    upload: () => createUpload({ _id: names.upload, projectId }),
    email: () => {
      const status = isFor('sendEmailAgain') ? 'FAILED' : 'PENDING'
      return createEmail({ projectId, _id: names.email, contactId, to, subject: mark, status })
    },
    // The body of this one names a static segment.
    segment: () =>
      isFor('bulkJoinContacts')
        ? createSegment({ ...named, _id: names.segment })
        : createSegment({ ...named, _id: names.segment, condition, trackMembership: true }),
    staticSegment: () => createSegment({ ...named, _id: names.staticSegment }),
    job: () => createImportJob({ projectId, _id: names.job }),
    bulkJob: () => createBulkJob({ projectId, _id: names.bulkJob }),
    exportJob: () => createExportJob({ projectId, _id: names.exportJob }),
    retryJob: () => createRetryJob({ projectId, _id: names.retryJob, workflowId: names.workflow }),
    workflow: () => {
      const transition = { ...makeTransition(...steps), id: names.transition }
      const transitions = isNamed('transition') ? [transition] : []
      return createWorkflow({ ...named, _id: names.workflow, allowReentry: true, steps: [...steps], transitions })
    },
    execution: () =>
      Execution.create({
        _id: names.execution,
        projectId,
        workflowId: names.workflow,
        workflowVersion: 1,
        contactId,
        status: isFor('retryExecution') ? 'FAILED' : 'WAITING',
        currentStepId: names.step,
        startedAt: new Date(),
        temporalWorkflowId: `execution:${names.execution}`,
      }),
  }
  for (const [name, create] of Object.entries(creators)) if (isNamed(name as Name)) await create()
  if (isFor('openBillingPortal'))
    await Project.updateOne({ _id: projectId }, { $set: { 'billing.customerId': `cus_${projectId}` } })
  if (endpoints.length === 0 || isFor('deleteSuppression'))
    await Suppression.create({ projectId, email: to, reason: 'BOUNCE' })
  // The owner, who accepts with a session, is a member of the project already.
  if (isFor('acceptInvitation')) await createExampleInvitation((await createProject()).id, names)
  if (isFor('showTestAddressPage', 'answerTestAddressPage'))
    await createTestAddress({ projectId, email: names.guestAddress, tokenHash: hashKey(names.testAddressToken) })
  if (isFor('withdrawInvitation', 'showInvitationPage', 'answerInvitationPage'))
    await createExampleInvitation(projectId, names)
  return owner
}

/** Whether a path or an example of these endpoints names a record. Without an endpoint all are named. */
function namedBy(endpoints: AnyEndpoint[], names: Names): (name: Name) => boolean {
  // In the examples one id serves all kinds of jobs, and another both kinds of segments.
  const shared: readonly Name[] = ['bulkJob', 'exportJob', 'retryJob', 'staticSegment']
  const isShared = (name: Name): boolean => shared.includes(name)
  if (endpoints.length === 0) return (name) => names !== EXAMPLES || !isShared(name)
  const inPaths = new Set<Name>(endpoints.flatMap((endpoint) => parametersOf(endpoint).map(({ name }) => name)))
  const texts = JSON.stringify(endpoints.map(exampleTexts))
  return (name) => inPaths.has(name) || (!isShared(name) && texts.includes(EXAMPLES[name]))
}

async function createExampleInvitation(projectId: string, { guestAddress: email, invitationToken }: Names) {
  const { _id: invitedBy } = await createMember({ projectId, role: 'ADMIN' })
  await createInvitation({ projectId, email, tokenHash: hashKey(invitationToken), invitedBy })
}
