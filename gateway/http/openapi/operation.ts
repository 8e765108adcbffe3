import { z } from 'zod'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { takesSecretKey, type Access } from '../access.js'
import {
  elsewhere,
  FileUpload,
  FormFields,
  Media,
  rawBody,
  scopeOf,
  type AnyEndpoint,
  type BodyKind,
} from '../endpoint.js'
import { FILE_FIELD } from '../request/parse-upload.js'
import { errorResponses } from './error-responses.js'
import { headersOf } from './headers.js'
import { tagOf } from './tags.js'

// A header cannot begin or end with a blank, because HTTP strips blanks there.
const IdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]([ -~]*[!-~])?$/)
  .meta({
    description:
      'Identifies this request. A repeated request within 24 hours changes nothing and returns 409. The public key ' +
      'and the secret keys of a project have separate idempotency keys.',
    examples: ['order-4711-confirmation'],
  })

// A request with a key may send any value here.
const ProjectId = z.string().meta({
  description: 'The id of the project. Required with a session, ignored with a key.',
  examples: [EXAMPLE_IDS.project],
})

/** The credentials of each access, one of which is enough. */
const SECURITY: Record<Access, Record<string, never[]>[]> = {
  open: [],
  publicKey: [{ publicKey: [] }],
  secretKey: [{ secretKey: [] }],
  project: [{ secretKey: [] }, { session: [] }],
  user: [{ session: [] }],
  member: [{ session: [] }],
  memberOrKey: [{ secretKey: [] }, { session: [] }],
}

const STATUS_TEXT = { 200: 'Done.', 201: 'Created.', 202: 'Accepted. The work continues after the response.' } as const

const PAGE = { 'text/html': { schema: { type: 'string' as const } } }

const LOCATION = {
  description: 'The URL to redirect to.',
  schema: { type: 'string' as const, format: 'uri' },
}

/** The OpenAPI operation of an endpoint. */
export function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { operationId, summary, access, path, request = {} } = endpoint
  return {
    operationId,
    summary,
    ...describe(endpoint),
    tags: [tagOf(path).name],
    security: SECURITY[access],
    requestParams: parametersOf(endpoint),
    ...(request.body ? { requestBody: requestBodyOf(endpoint, request.body) } : {}),
    responses: {
      ...successesOf(endpoint),
      ...Object.fromEntries(
        errorResponses(endpoint).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  }
}

/** The text of the reference, which ends with the scope that a secret key needs. */
function describe(endpoint: AnyEndpoint): Partial<ZodOpenApiOperationObject> {
  const { description, access } = endpoint
  if (!takesSecretKey(access)) return description ? { description } : {}
  const scope = scopeOf(endpoint)
  const needed = scope === 'full' ? '`full`' : `\`${scope}\` or \`full\``
  const sentence = `Requires the scope ${needed} with a secret key.`
  return { description: description ? `${description}\n\n${sentence}` : sentence, 'x-key-scope': scope }
}

function parametersOf({ request = {}, idempotent, access }: AnyEndpoint): ZodOpenApiParameters {
  const { params, query } = request
  const header = {
    ...(idempotent ? { 'Idempotency-Key': IdempotencyKey.optional() } : {}),
    ...(access === 'project' ? { 'X-Project-Id': ProjectId.optional() } : {}),
  }
  return {
    ...(params ? { path: params } : {}),
    ...(query ? { query } : {}),
    ...(Object.keys(header).length > 0 ? { header: z.object(header) } : {}),
  }
}

function requestBodyOf({ operationId, example }: AnyEndpoint, body: BodyKind): ZodOpenApiRequestBodyObject {
  const given = example?.body === undefined ? {} : { example: example.body as unknown }
  if (body === rawBody) return { required: true, content: { 'text/plain': { schema: z.string(), ...given } } }
  if (body instanceof FileUpload) return formOf(body, operationId, example?.body)
  if (body instanceof FormFields) {
    const media = { schema: body.schema.meta({ title: formName(operationId) }), ...given }
    // Pages and mail programs may also send it as multipart/form-data; a client needs one way.
    return { required: true, content: { 'application/x-www-form-urlencoded': media } }
  }
  // A missing body counts as an empty object.
  return { required: !body.safeParse({}).success, content: { 'application/json': { schema: body, ...given } } }
}

/** `openUnsubscribePage` is sent an `OpenUnsubscribePageForm`. */
function formName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Form`
}

function formOf({ description }: FileUpload, operationId: string, content: unknown): ZodOpenApiRequestBodyObject {
  const schema = {
    title: formName(operationId),
    type: 'object' as const,
    properties: { [FILE_FIELD]: { type: 'string' as const, format: 'binary', description } },
    required: [FILE_FIELD],
  }
  const given = content === undefined ? {} : { example: { [FILE_FIELD]: content } }
  return { required: true, content: { 'multipart/form-data': { schema, ...given } } }
}

function successesOf(endpoint: AnyEndpoint): Partial<Record<`${2 | 3 | 4}${string}`, ZodOpenApiResponseObject>> {
  const { response, status = 200, statuses = [status] } = endpoint
  const headers = headersOf(endpoint, status)
  if (response === null) return { '204': { description: 'Done. The response has no body.', headers } }
  if (response === elsewhere) {
    return {
      '302': { description: 'Redirects the client.', headers: { ...headers, Location: LOCATION } },
      '410': { description: 'The URL no longer leads anywhere.', headers, content: PAGE },
    }
  }
  if (response instanceof Media) {
    const content = Object.fromEntries(
      response.contentTypes.map((type) => [type, { schema: { type: 'string' as const } }]),
    )
    return {
      '200': { description: STATUS_TEXT[200], headers, content },
      ...(endpoint.isConditional
        ? { '304': { description: "Not modified: the client's copy is current.", headers } }
        : {}),
    }
  }
  const content = { 'application/json': { schema: enveloped(endpoint, response) } }
  return Object.fromEntries(
    statuses.map((status) => [`${status}`, { description: STATUS_TEXT[status], headers, content }]),
  )
}

const Done = z.object({ success: z.literal(true), message: z.string().optional() }).meta({ title: 'Done' })

function enveloped({ envelope }: AnyEndpoint, response: z.ZodType): z.ZodType {
  if (envelope !== 'success') return response
  if (response instanceof z.ZodNull) return Done
  const { id } = response.meta() ?? {}
  return Done.extend({ data: response }).meta(id === undefined ? {} : { title: `${id}Answer` })
}
