import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { oas31 } from 'zod-openapi'
import { elsewhere, endpointName, Media, scopeOf, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../gateway/http/openapi/build-document.js'
import { ROOT } from './documents.js'

type Schema = oas31.SchemaObject | oas31.ReferenceObject

/** The types of the API for the dashboard, by their path from the project's folder. They are made before each check. */
const OPERATIONS = 'dashboard/api/operations.d.ts'

/** Writes the types of the API from the declarations of its endpoints. */
export function writeOperationTypes(endpoints: readonly AnyEndpoint[]): void {
  const [path, text] = [`${ROOT}${OPERATIONS}`, operationTypes(endpoints)]
  // A file that is written counts as changed, and the next start would build the dashboard again.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

function operationTypes(endpoints: readonly AnyEndpoint[]): string {
  const document = buildDocument(endpoints, 'http://127.0.0.1:3000')
  const schemas = Object.entries(document.components?.schemas ?? {})
  // A page or an image is no answer that a script reads.
  const callable = endpoints.filter(({ response }) => response !== elsewhere && !(response instanceof Media))
  const lines = callable.flatMap((endpoint) => {
    const operation = document.paths?.[documentPath(endpoint.path)]?.[endpoint.method]
    return operation ? [`  '${endpointName(endpoint)}': ${typeOfOperation(operation, endpoint)}`] : []
  })
  return [
    '// Made from the declarations of the endpoints by `npm run docs`: change those.',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`),
    'type Opened<A> = A extends { data: infer D } ? D : void',
    '/** What each endpoint takes, and what it answers without its envelope. */',
    'export interface Operations {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function typeOfOperation(operation: oas31.OperationObject, endpoint: AnyEndpoint): string {
  const { access, envelope } = endpoint
  const parameters = (operation.parameters ?? []).flatMap((one) => ('in' in one ? [one] : []))
  const part = (name: 'path' | 'query'): string =>
    objectOf(
      parameters
        .filter((one) => one.in === name)
        .map((one) => [one.name, typeOf(one.schema ?? {}), one.required === true]),
    )
  const body = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
  const answers = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
    status.startsWith('2') && 'content' in response
      ? [typeOf(response.content?.['application/json']?.schema ?? {})]
      : [],
  )
  const answer = [...new Set(answers)].join(' | ') || 'void'
  return objectOf([
    ['access', `'${access}'`, true],
    ['scope', `'${scopeOf(endpoint)}'`, true],
    ['params', part('path'), true],
    ['query', part('query'), true],
    ['body', typeOf(body['application/json']?.schema ?? { type: 'null' }), true],
    // The document has the envelope in the schema, which the client opens.
    ['answer', envelope === 'success' ? `Opened<${answer}>` : answer, true],
  ])
}

function typeOf(given: Schema): string {
  // A reference is a schema that says nothing else.
  const schema = given as oas31.SchemaObject
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => `(${typeOf(choice)})`).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
  return types.map((type) => typeOfKind(type, schema)).join(' | ') || 'unknown'
}

function typeOfKind(type: string, schema: oas31.SchemaObject): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (type !== 'object') return type
  const { properties = {}, required = [], additionalProperties: further } = schema
  const named = objectOf(Object.entries(properties).map(([name, one]) => [name, typeOf(one), required.includes(name)]))
  if (!further) return named
  const others = `Record<string, ${further === true ? 'unknown' : typeOf(further)}>`
  return Object.keys(properties).length > 0 ? `${named} & ${others}` : others
}

function objectOf(fields: [name: string, type: string, isRequired: boolean][]): string {
  if (fields.length === 0) return '{}'
  return `{ ${fields.map(([name, type, is]) => `${JSON.stringify(name)}${is ? '' : '?'}: ${type}`).join('; ')} }`
}
