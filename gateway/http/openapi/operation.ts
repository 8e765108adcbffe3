import { z } from 'zod'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { Media, rawBody, type AnyEndpoint } from '../endpoint.js'
import { errorResponses } from './error-responses.js'
import { headersOf } from './headers.js'
import { tagOf } from './tags.js'

// A header cannot begin or end with a blank: those are taken away on its way.
const IdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]([ -~]*[!-~])?$/)
  .meta({
    description: 'Names this request: sent once more within 24 hours, it changes nothing and answers 409.',
    examples: ['order-4711-confirmation'],
  })

const STATUS_TEXT = { 200: 'Done.', 201: 'Created.', 202: 'Accepted: it goes on after the answer.' } as const

/** An endpoint as the document describes it. */
export function operationOf(endpoint: AnyEndpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, access, path, request = {} } = endpoint
  return {
    operationId,
    summary,
    ...(description ? { description } : {}),
    tags: [tagOf(path).name],
    security: access === 'open' ? [] : [{ [access === 'publicKey' ? 'publicKey' : 'secretKey']: [] }],
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

function parametersOf({ request = {}, idempotent }: AnyEndpoint): ZodOpenApiParameters {
  const { params, query } = request
  return {
    ...(params ? { path: params } : {}),
    ...(query ? { query } : {}),
    ...(idempotent ? { header: z.object({ 'Idempotency-Key': IdempotencyKey.optional() }) } : {}),
  }
}

function requestBodyOf({ example }: AnyEndpoint, body: z.ZodType | typeof rawBody): ZodOpenApiRequestBodyObject {
  const given = example?.body === undefined ? {} : { example: example.body as unknown }
  if (body === rawBody) return { required: true, content: { 'text/plain': { schema: z.string(), ...given } } }
  // No body at all counts as an empty object.
  return { required: !body.safeParse({}).success, content: { 'application/json': { schema: body, ...given } } }
}

function successesOf(endpoint: AnyEndpoint): Record<`2${string}`, ZodOpenApiResponseObject> {
  const { response, status = 200, statuses = [status] } = endpoint
  const headers = headersOf(endpoint, status)
  if (response === null) return { '204': { description: 'Done; there is no body.', headers } }
  if (response instanceof Media) {
    const content = Object.fromEntries(
      response.contentTypes.map((type) => [type, { schema: { type: 'string' as const } }]),
    )
    return { '200': { description: STATUS_TEXT[200], headers, content } }
  }
  const content = { 'application/json': { schema: enveloped(endpoint, response) } }
  return Object.fromEntries(
    statuses.map((status) => [`${status}`, { description: STATUS_TEXT[status], headers, content }]),
  )
}

function enveloped({ envelope }: AnyEndpoint, response: z.ZodType): z.ZodType {
  if (envelope !== 'success') return response
  return z.object({ success: z.literal(true), data: response, message: z.string().optional() })
}
