import { z } from 'zod'
import { effectOf, FileUpload, FormFields, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import type { ResourceKind } from '../../models/domain/errors.js'
import { fileForm } from './file-form.js'
import type { TestGateway } from './gateway.js'
import type { ClientResponse } from './http-client.js'
import { inTurn } from './runs.js'

/** What everything of a project says that must not be seen from another one. */
export const MARK = 'classified'
/** An id that names nothing. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

/**
 * The ids, addresses and tokens of the examples. A job is an import and a segment is dynamic, but for the endpoints
 * that take another one.
 */
export const EXAMPLES = {
  ...EXAMPLE_IDS,
  bulkJob: EXAMPLE_IDS.job,
  exportJob: EXAMPLE_IDS.job,
  retryJob: EXAMPLE_IDS.job,
  staticSegment: EXAMPLE_IDS.segment,
  contactAddress: 'ada@example.com',
  ownerAddress: 'grace@example.com',
  memberAddress: 'hedy@example.com',
  guestAddress: 'joan@example.com',
  verifyToken: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2',
  resetToken: 'b7Wq2kT5nX8vZ1mC4rF6yH9jL0pD3sG5aE7uI2oQ4wR',
  invitationToken: 'q8Rk2vN5xT7yW1zB4dG6hJ9lM0pS3uV5aC7eF2iO4wE',
  testAddressToken: 't4Lm9cX2vB7nQ1wE5rY8uI0oP3aS6dF4gH7jK9lZ2xC',
} as const

/** What an id, address or token of the examples stands for. */
export type Name = keyof typeof EXAMPLES

/** The ids, addresses and tokens of a project. */
export type Names = Record<Name, string>

const metaOf = (schema: unknown) =>
  z.globalRegistry.get(schema as z.ZodType) as { resource?: ResourceKind; examples?: unknown[] } | undefined

/** What the parameters of a path name, in their order, each with the kind of the resource. */
export function parametersOf({ path, request }: AnyEndpoint): { parameter: string; kind: ResourceKind; name: Name }[] {
  return Object.entries(request?.params?.shape ?? {}).flatMap(([parameter, schema]) => {
    const kind = metaOf(schema)?.resource
    if (!kind || !path.includes(`:${parameter}`)) return []
    const isStatic = kind === 'segment' && path.endsWith('/members')
    const name = kind === 'job' ? jobIn(path) : isStatic ? 'staticSegment' : (kind as Name)
    return [{ parameter, kind, name }]
  })
}

/** The kind of job that a path names. */
function jobIn(path: string): Name {
  if (path.startsWith('/exports/')) return 'exportJob'
  if (path.includes('/bulk/')) return 'bulkJob'
  return path.includes('/retry-failed/') ? 'retryJob' : 'job'
}

/** The path of an endpoint with ids in it, and with the examples of its other parameters. */
export function urlOf(
  endpoint: AnyEndpoint,
  names: Names,
  idOf: (name: Name, index: number) => string = (name) => names[name],
): string {
  let url: string = endpoint.path
  for (const [index, { parameter, name }] of parametersOf(endpoint).entries())
    url = url.replace(`:${parameter}`, idOf(name, index))
  for (const [parameter, schema] of Object.entries(endpoint.request?.params?.shape ?? {}))
    url = url.replace(`:${parameter}`, encodeURIComponent(named(String(metaOf(schema)?.examples?.[0]), names)))
  return url
}

/** The same, followed by the query of the example. */
function exampleUrlOf(endpoint: AnyEndpoint, names: Names): string {
  const query = new URLSearchParams(
    JSON.parse(named(JSON.stringify(endpoint.example?.query ?? {}), names)) as Record<string, string>,
  )
  return query.size > 0 ? `${urlOf(endpoint, names)}?${query.toString()}` : urlOf(endpoint, names)
}

/** What the example of an endpoint sends: its body, its query and the parameters of its path that are no ids. */
export function exampleTexts({ example, request }: AnyEndpoint): unknown[] {
  const schemas = Object.values(request?.params?.shape ?? {}).map(metaOf)
  return [example?.query, example?.body, schemas.map((meta) => (meta?.resource ? null : meta?.examples))]
}

/** The text of an example with the names of a project. */
export function named(text: string, names: Names): string {
  return Object.entries(EXAMPLES).reduce(
    (changed, [name, example]) => changed.replaceAll(example, names[name as Name]),
    text,
  )
}

/** The body of an endpoint's example, with the names of a project. */
export function bodyOf({ example, request }: AnyEndpoint, names: Names): unknown {
  return sendable(request?.body, JSON.parse(named(JSON.stringify(example?.body ?? {}), names)))
}

/** A body in the form in which an endpoint takes it. */
export function sendable(kind: unknown, body: unknown): unknown {
  if (kind instanceof FormFields) return new URLSearchParams(body as Record<string, string>)
  return kind instanceof FileUpload ? fileForm(String(body)) : body
}

/**
 * What an endpoint is tried with: the first of the values, and about as many of the others as `usual`, which come to
 * the endpoints in turn. Endpoints in projects and of users are many and share their checks; one of another access gets
 * all values.
 */
export function triedWith<Value>(endpoint: AnyEndpoint, values: readonly Value[], usual: number): Value[] {
  if (!['project', 'user', 'member'].includes(endpoint.access)) return [...values]
  return [...values.slice(0, 1), ...inTurn(values.slice(1), allEndpoints.indexOf(endpoint), usual)]
}

/** Whether a project refuses it while it is being reset. */
export const isWrite = (endpoint: AnyEndpoint): boolean => effectOf(endpoint) !== 'reads'

/**
 * Sends an endpoint the request of its example in a project, with these headers; `url` and `body` replace those of the
 * example.
 */
export function call(
  gateway: TestGateway,
  endpoint: AnyEndpoint,
  names: Names,
  headers: Record<string, string>,
  { url = exampleUrlOf(endpoint, names), body = bodyOf(endpoint, names) }: { url?: string; body?: unknown } = {},
): Promise<ClientResponse> {
  return gateway.as().request(endpoint.method.toUpperCase(), url, endpoint.request?.body && body, headers)
}
