import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../http/endpoint.js'
import { buildDocument, type OpenApiDocument } from '../../http/openapi/build-document.js'

/** The endpoint that describes all endpoints, including itself; it calls `endpoints` on the first request. */
export function getOpenapi(endpoints: () => readonly AnyEndpoint[]): AnyEndpoint {
  let built: { url: string; document: OpenApiDocument } | undefined
  return defineEndpoint({
    operationId: 'getOpenapi',
    method: 'get',
    path: '/openapi.json',
    access: 'open',
    summary: 'Get this reference as an OpenAPI 3.1 document',
    response: z.looseObject({ openapi: z.literal('3.1.0') }),
    errors: [],
    async handle(_input, { services }) {
      const url = services.config.GATEWAY_URL
      if (built?.url !== url) built = { url, document: buildDocument(endpoints(), url) }
      return { ...built.document, openapi: '3.1.0' as const }
    },
  })
}
