import type { oas31 } from 'zod-openapi'
import type { AnyEndpoint } from '../endpoint.js'
import { exampleOf } from './example-of.js'
import { operationsOf, type Schema } from './schema-parts.js'

/** Gives every parameter and every JSON answer an example: the declared one, or one made from the schema. */
export function addExamples(document: oas31.OpenAPIObject, endpoints: readonly AnyEndpoint[]): oas31.OpenAPIObject {
  const components = document.components?.schemas ?? {}
  const byId = new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]))
  for (const operation of operationsOf(document)) {
    const endpoint = byId.get(operation.operationId ?? '')
    if (!endpoint) continue
    const query: Record<string, unknown> = endpoint.example?.query ?? {}
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter || !parameter.schema) continue
      if (parameter.in === 'query' && parameter.name in query) parameter.example = query[parameter.name]
      if (parameter.in === 'path') parameter.example = exampleOf(parameter.schema, components)
    }
    for (const [status, response] of Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(
      operation.responses ?? {},
    )) {
      const media = status.startsWith('2') && 'content' in response ? response.content?.['application/json'] : undefined
      if (media?.schema) media.example = answerOf(endpoint, media.schema, components)
    }
  }
  return document
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function answerOf({ example, envelope }: AnyEndpoint, schema: Schema, components: Record<string, Schema>): unknown {
  const answer = exampleOf(schema, components)
  const declared: unknown = example?.response
  if (!isObject(declared) || !isObject(answer)) return answer
  if (envelope !== 'success') return { ...answer, ...declared }
  return { ...answer, data: { ...(isObject(answer['data']) ? answer['data'] : {}), ...declared } }
}
