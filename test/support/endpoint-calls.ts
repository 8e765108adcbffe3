import { z } from 'zod'
import { endpointName, FileUpload, FormFields, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import type { ResourceKind } from '../../models/domain/errors.js'
import { Invitation } from '../../models/invitation.js'
import { Project } from '../../models/project.js'
import type { ExternalIdentity, UserRecord } from '../../models/user.js'
import { newId } from '../../runtime/ids.js'
import {
  createBulkJob,
  createCampaign,
  createContact,
  createDomain,
  createEmail,
  createImportJob,
  createInvitation,
  createMember,
  createProject,
  createSegment,
  createSession,
  createTemplate,
  createUpload,
  createWorkflow,
} from './factories.js'
import { hashKey } from '../../runtime/sealed.js'
import { fileForm } from './file-form.js'
import type { TestGateway } from './gateway.js'
import { makeStep } from './graphs.js'
import type { ClientResponse } from './http-client.js'
import { inTurn } from './runs.js'
import { IS_PRO } from './segments.js'
import { beginExecution } from './walks.js'

/** What everything of a project says that must not be seen from another one. */
export const MARK = 'classified'
/** An id that names nothing. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'
// What stands in a path for a parameter that is no id.
const NAMELESS = 'anything'

/**
 * The ids of one of everything that a path can name; a job is an import where no bulk job is meant, and a segment is
 * static where it need not be tracked.
 */
export type Ids = Partial<Record<ResourceKind | 'bulkJob' | 'trackedSegment', string>>

/** A project that has one of everything, and its owner, whose password is that of the examples. */
export interface Furnished {
  project: CreatedProject
  owner: UserRecord
  ids: Ids
}

/**
 * A project with a contact and what the path of an endpoint names, or without an endpoint with one of everything; each
 * thing says whose it is.
 */
export async function furnish(mark: string, endpoint?: AnyEndpoint): Promise<Furnished> {
  const kinds = endpoint && parametersOf(endpoint).map(({ kind }) => kindOf(endpoint, kind))
  const isNamed = (kind: keyof Ids): boolean => !kinds || kinds.includes(kind)
  const project = await createProject(`${mark} project`)
  const projectId = project.id
  // An owner cannot delete the account.
  const role = endpoint?.operationId === 'deleteMe' ? 'MEMBER' : 'OWNER'
  const owner = await createMember(
    { projectId, role },
    {
      email: `${mark}-owner-${projectId}@example.com`,
      password: 'correct horse battery staple',
      ...(endpoint?.operationId === 'removeIdentity' ? { identities: [namelessIdentity()] } : {}),
    },
  )
  const { _id: contactId, email: to } = await createContact({ projectId, email: `${mark}-${projectId}@example.com` })
  const ids: Ids = { project: projectId, contact: contactId }
  if (endpoint?.operationId === 'openBillingPortal') await becomeCustomer(projectId)
  if (endpoint?.operationId === 'withdrawInvitation') await createInvitation({ projectId, email: NAMELESS })
  if (endpoint?.operationId === 'acceptInvitation') await createExampleInvitation()
  const named = { projectId, name: mark }
  const tracked = { ...named, condition: IS_PRO, trackMembership: true }
  if (isNamed('template')) ids.template = (await createTemplate({ ...named, subject: mark }))._id
  if (isNamed('campaign')) ids.campaign = (await createCampaign({ ...named, subject: mark }))._id
  if (isNamed('member')) {
    const address = { email: `${mark}-member-${projectId}@example.com` }
    ids.member = (await createMember({ projectId, role: 'MEMBER' }, address))._id
  }
  if (isNamed('session')) ids.session = await createSession(owner._id)
  if (isNamed('domain')) ids.domain = (await createDomain({ projectId, domain: `${mark}.example.org` }))._id
  if (isNamed('upload')) {
    ids.upload = newId()
    await createUpload({ _id: ids.upload, projectId })
  }
  if (isNamed('email')) ids.email = (await createEmail({ projectId, contactId, to, subject: mark }))._id
  if (isNamed('segment')) ids.segment = (await createSegment(named))._id
  if (isNamed('trackedSegment')) ids.trackedSegment = (await createSegment(tracked))._id
  if (isNamed('job')) ids.job = (await createImportJob({ projectId }))._id
  if (isNamed('bulkJob')) ids.bulkJob = (await createBulkJob({ projectId }))._id
  if (isNamed('workflow')) {
    const steps = [makeStep('DELAY', { name: mark, config: { amount: 1, unit: 'days' } })]
    const workflow = await createWorkflow({ ...named, allowReentry: true, steps })
    ids.workflow = workflow._id
    ids.step = workflow.steps[1]?.id ?? ''
    ids.transition = workflow.transitions[0]?.id ?? ''
    ids.execution = (await beginExecution(workflow, contactId))._id
  }
  return { project, owner, ids }
}

/** An invitation to a project by the token of the examples. */
export async function createExampleInvitation(projectId?: string): Promise<void> {
  const tokenHash = hashKey('q8Rk2vN5xT7yW1zB4dG6hJ9lM0pS3uV5aC7eF2iO4wE')
  await Invitation.deleteMany({ tokenHash })
  const project = projectId ?? (await createProject()).id
  const { _id: invitedBy } = await createMember({ projectId: project, role: 'ADMIN' })
  await createInvitation({ projectId: project, email: 'joan@example.com', tokenHash, invitedBy })
}

/** Gives a project a customer at Stripe, without which it has no portal. */
export async function becomeCustomer(projectId: string): Promise<void> {
  await Project.updateOne({ _id: projectId }, { $set: { 'billing.customerId': `cus_${projectId}` } })
}

/** Bodies that pass validation, so that a request with foreign ids gets as far as looking for them. */
const BODIES: Record<string, object> = {
  addStep: { type: 'EXIT', name: 'Step' },
  addTransition: { fromStepId: UNKNOWN_ID, toStepId: UNKNOWN_ID },
  startExecution: { contactId: UNKNOWN_ID },
}

/** The kinds of thing that the parameters of a path name, in their order. */
export function parametersOf({ path, request }: AnyEndpoint): { name: string; kind: ResourceKind }[] {
  const shape = request?.params?.shape ?? {}
  return Object.entries(shape).flatMap(([name, schema]) => {
    const kind = z.globalRegistry.get(schema as z.ZodType)?.resource
    return kind && path.includes(`:${name}`) ? [{ name, kind }] : []
  })
}

/** The path of an endpoint with ids in it. */
export function urlOf(endpoint: AnyEndpoint, ids: (kind: keyof Ids, index: number) => string | undefined): string {
  let url: string = endpoint.path
  for (const [index, { name, kind }] of parametersOf(endpoint).entries()) {
    const id = ids(kindOf(endpoint, kind), index)
    if (!id) throw new Error(`${endpointName(endpoint)}: furnish() does not make a ${kind} yet`)
    url = url.replace(`:${name}`, id)
  }
  return url.replace(/:\w+/g, NAMELESS)
}

function namelessIdentity(): ExternalIdentity {
  return { provider: NAMELESS as 'github', subject: newId(), email: null, connectedAt: new Date() }
}

function kindOf({ path }: AnyEndpoint, kind: ResourceKind): keyof Ids {
  if (kind === 'job' && path.includes('/bulk/')) return 'bulkJob'
  return kind === 'segment' && path.endsWith('/compute') ? 'trackedSegment' : kind
}

/**
 * What an endpoint is tried with: the first of the values, and about as many of the others as `usual`, which come to
 * the endpoints in turn. Endpoints in projects are many and share their checks; one of another access gets all values.
 */
export function triedWith<Value>(endpoint: AnyEndpoint, values: readonly Value[], usual: number): Value[] {
  if (endpoint.access !== 'project') return [...values]
  return [...values.slice(0, 1), ...inTurn(values.slice(1), allEndpoints.indexOf(endpoint), usual)]
}

/** Whether a disabled project refuses it. */
export const isWrite = ({ writes, method }: AnyEndpoint): boolean => writes ?? method !== 'get'

/** Sends an endpoint a request that is right but for what `headers` and `url` say. */
export function call(
  gateway: TestGateway,
  endpoint: AnyEndpoint,
  url: string,
  headers: Record<string, string>,
  body: unknown = BODIES[endpoint.operationId] ?? exampleBodyOf(endpoint),
): Promise<ClientResponse> {
  const hasBody = endpoint.request?.body !== undefined
  return gateway.as().request(endpoint.method.toUpperCase(), url, hasBody ? (body ?? {}) : undefined, headers)
}

function exampleBodyOf({ example, request }: AnyEndpoint): unknown {
  if (request?.body instanceof FormFields) return new URLSearchParams(example?.body as Record<string, string>)
  return request?.body instanceof FileUpload ? fileForm(String(example?.body)) : example?.body
}
