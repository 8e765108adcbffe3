import { z } from 'zod'
import { createDocument, type CreateDocumentOptions, type oas31, type ZodOpenApiPathItemObject } from 'zod-openapi'
import type { AnyEndpoint } from '../endpoint.js'
import { inMatchingOrder } from '../endpoint-list.js'
import { sessionCookie } from '../request/sessions.js'
import { addExamples } from './add-examples.js'
import { errorResponses } from './error-responses.js'
import { HEADERS } from './headers.js'
import { INTRODUCTION } from './introduction.js'
import { operationOf } from './operation.js'
import { tagsOf } from './tags.js'
import { tidySchemas } from './tidy-schemas.js'

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = oas31.OpenAPIObject

const SECRET_KEY =
  'The secret key of a project (`sk_...`) with full access, or a named key with a scope that the operation lists. ' +
  'Keep it on your server.'
const PUBLIC_KEY = 'The public key of a project (`pk_...`). It can only track events, so you can use it in web pages.'

const SESSION =
  'The session of a user. `POST /auth/login` sets the cookie. Its name starts with `__Host-` if the service uses ' +
  'https. Every request other than GET and HEAD requires an `Origin` of the dashboard or of this service. Requests ' +
  'to a project require the `X-Project-Id` header.'

/** The reference of `endpoints`, made from their declarations alone; `url` is the address of the gateway. */
export function buildDocument(endpoints: readonly AnyEndpoint[], url: string): OpenApiDocument {
  const sorted = inMatchingOrder(endpoints)
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Posthorn', version: '1', description: INTRODUCTION },
      servers: [{ url }],
      tags: tagsOf(sorted.map(({ path }) => path)),
      paths: pathsOf(sorted),
      components: {
        responses: Object.fromEntries(sorted.flatMap(errorResponses).map(({ name, response }) => [name, response])),
        headers: HEADERS,
        securitySchemes: {
          secretKey: { type: 'http', scheme: 'bearer', description: SECRET_KEY },
          publicKey: { type: 'http', scheme: 'bearer', description: PUBLIC_KEY },
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie({ GATEWAY_URL: url }), description: SESSION },
        },
      },
    },
    { override: adjust, outputIdSuffix: 'Response' },
  )
  return addExamples(tidySchemas(document), endpoints)
}

/** The path in the notation of OpenAPI: `/contacts/{id}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function pathsOf(endpoints: readonly AnyEndpoint[]): Record<string, ZodOpenApiPathItemObject> {
  const paths: Record<string, ZodOpenApiPathItemObject> = {}
  for (const endpoint of endpoints) {
    const path = documentPath(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) }
  }
  return paths
}

/** Corrects the JSON schemas that the schema library makes. */
const adjust: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema, io }) => {
  Reflect.deleteProperty(jsonSchema, 'resource')
  // The server reads any other value as the default, but a client should send a valid one.
  if (io === 'input' && zodSchema instanceof z.ZodCatch) {
    jsonSchema.description ??= 'Any other value falls back to the default.'
  }
  if (io === 'output' && jsonSchema.type === 'integer') dropBounds(jsonSchema)
}

/** Drops the bounds of all safe integers, which say nothing about an answer. */
function dropBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
