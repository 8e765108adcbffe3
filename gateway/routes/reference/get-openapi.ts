import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../http/endpoint.js'
import { buildDocument, type OpenApiDocument } from '../../http/openapi/build-document.js'
import { toOpenApi30, type OpenApi30Document } from '../../http/openapi/openapi-30.js'

interface Built {
  url: string
  newest: OpenApiDocument
  older: OpenApi30Document
}

/** The endpoints that describe all endpoints, including themselves; they call `endpoints` on the first request. */
export function openapiEndpoints(endpoints: () => readonly AnyEndpoint[]): AnyEndpoint[] {
  let built: Built | undefined
  const documentsFor = (url: string): Built => {
    if (built?.url === url) return built
    const newest = buildDocument(endpoints(), url)
    built = { url, newest, older: toOpenApi30(newest) }
    return built
  }
  const getOpenapiRoute = defineEndpoint({
    operationId: 'getOpenapi',
    method: 'get',
    path: '/openapi.json',
    access: 'open',
    summary: 'Get the OpenAPI 3.1 document',
    response: z.looseObject({ openapi: z.literal('3.1.0') }),
    errors: [],
    async handle(_input, { services }) {
      return { ...documentsFor(services.config.GATEWAY_URL).newest, openapi: '3.1.0' as const }
    },
  })
  const getOpenapi30Route = defineEndpoint({
    operationId: 'getOpenapi30',
    method: 'get',
    path: '/openapi-3.0.json',
    access: 'open',
    summary: 'Get the OpenAPI 3.0 document',
    description: 'For tools without OpenAPI 3.1 support. It has the same content.',
    response: z.looseObject({ openapi: z.literal('3.0.3') }),
    errors: [],
    async handle(_input, { services }) {
      return { ...documentsFor(services.config.GATEWAY_URL).older }
    },
  })
  return [getOpenapiRoute, getOpenapi30Route]
}
