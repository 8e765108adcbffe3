import type { oas31 } from 'zod-openapi'

/** A JSON schema of the document, or a reference to one. */
export type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** The schemas of the document by name. */
export type Components = Record<string, Schema>

/** The beginning of every reference to a schema of the document. */
export const SCHEMA_REF = '#/components/schemas/'

/** Whether a schema is a reference; a description may stand beside the reference. */
export function isReference(schema: Schema): schema is oas31.ReferenceObject {
  return typeof schema === 'object' && '$ref' in schema
}

/** Whether a schema takes null alone. */
export function isNull(schema: Schema): boolean {
  return !isReference(schema) && schema.type === 'null'
}

/** A schema with `change` applied to each schema right inside it. */
export function mapParts(schema: oas31.SchemaObject, change: (part: Schema) => Schema): oas31.SchemaObject {
  const changed = { ...schema }
  if (schema.properties) changed.properties = mapValues(schema.properties, change)
  for (const key of ['items', 'additionalProperties', 'not', 'propertyNames'] as const) {
    const part = schema[key]
    if (typeof part === 'object') changed[key] = change(part)
  }
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[key]
    if (parts) changed[key] = parts.map((part) => change(part))
  }
  return changed
}

/** A document with `change` applied to every outermost schema: components, parameters, bodies and answers. */
export function mapSchemas(document: oas31.OpenAPIObject, change: (schema: Schema) => Schema): oas31.OpenAPIObject {
  const changed = structuredClone(document)
  const changeMedia = (content: oas31.ContentObject | undefined): void => {
    for (const media of Object.values<oas31.MediaTypeObject>(content ?? {})) {
      if (media.schema) media.schema = change(media.schema)
    }
  }
  const changeResponses = (responses: object | undefined): void => {
    for (const response of Object.values<oas31.ResponseObject | oas31.ReferenceObject>({ ...responses })) {
      if ('content' in response) changeMedia(response.content)
      const headers = 'headers' in response ? response.headers : {}
      for (const header of Object.values<oas31.HeaderObject | oas31.ReferenceObject>(headers ?? {})) {
        if ('schema' in header && header.schema) header.schema = change(header.schema)
      }
    }
  }
  for (const { parameters = [], requestBody, responses } of operationsOf(changed)) {
    for (const parameter of parameters) {
      if ('schema' in parameter && parameter.schema) parameter.schema = change(parameter.schema)
    }
    if (requestBody && 'content' in requestBody) changeMedia(requestBody.content)
    changeResponses(responses)
  }
  const { components } = changed
  changeResponses(components?.responses)
  if (components?.schemas) components.schemas = mapValues(components.schemas, change)
  return changed
}

/** The operations of a document. */
export function operationsOf(document: oas31.OpenAPIObject): oas31.OperationObject[] {
  return Object.values(document.paths ?? {}).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  )
}

function mapValues(parts: Components, change: (part: Schema) => Schema): Components {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]))
}
