import { z } from 'zod'
import { endpointName, FileUpload, FormFields, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import type { ResourceKind } from '../../models/domain/errors.js'
import type { UserRecord } from '../../models/user.js'
import {
  createBulkJob,
  createCampaign,
  createContact,
  createEmail,
  createImportJob,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from './factories.js'
import { fileForm } from './file-form.js'
import type { TestGateway } from './gateway.js'
import { makeStep } from './graphs.js'
import type { ClientResponse } from './http-client.js'
import { IS_PRO } from './segments.js'
import { beginExecution } from './walks.js'

/** What everything of a project says that must not be seen from another one. */
export const MARK = 'classified'
/** An id that names nothing. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

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

/** A project with one of everything that a path can name, each of which says whose it is. */
export async function furnish(mark: string): Promise<Furnished> {
  const project = await createProject(`${mark} project`)
  const projectId = project.id
  const owner = await createMember(
    { projectId, role: 'OWNER' },
    { email: `${mark}-owner-${projectId}@example.com`, password: 'correct horse battery staple' },
  )
  const steps = [makeStep('DELAY', { name: mark, config: { amount: 1, unit: 'days' } })]
  const contact = await createContact({ projectId, email: `${mark}-${projectId}@example.com` })
  const template = await createTemplate({ projectId, name: mark, subject: mark })
  const campaign = await createCampaign({ projectId, name: mark, subject: mark })
  const workflow = await createWorkflow({ projectId, name: mark, allowReentry: true, steps })
  const execution = await beginExecution(workflow, contact._id)
  const ids: Ids = {
    project: projectId,
    contact: contact._id,
    template: template._id,
    campaign: campaign._id,
    email: (await createEmail({ projectId, contactId: contact._id, to: contact.email, subject: mark }))._id,
    segment: (await createSegment({ projectId, name: mark }))._id,
    trackedSegment: (await createSegment({ projectId, name: mark, condition: IS_PRO, trackMembership: true }))._id,
    workflow: workflow._id,
    step: workflow.steps[1]?.id ?? '',
    transition: workflow.transitions[0]?.id ?? '',
    execution: execution._id,
    job: (await createImportJob({ projectId }))._id,
    bulkJob: (await createBulkJob({ projectId }))._id,
  }
  return { project, owner, ids }
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
  return url.replace(/:\w+/g, 'anything')
}

function kindOf({ path }: AnyEndpoint, kind: ResourceKind): keyof Ids {
  if (kind === 'job' && path.includes('/bulk/')) return 'bulkJob'
  return kind === 'segment' && path.endsWith('/compute') ? 'trackedSegment' : kind
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
