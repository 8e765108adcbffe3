import type { oas31 } from 'zod-openapi'
import type { AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../../gateway/http/openapi/build-document.js'
import { exampleOf } from '../../../gateway/http/openapi/example-of.js'
import { isReference, SCHEMA_REF, type Schema } from '../../../gateway/http/openapi/schema-parts.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { everyPath, isFree, valueAt } from './values.js'

/** A body that an endpoint takes, and what its schema says of bodies of this form. */
export interface Form {
  body: Record<string, unknown>
  schema: oas31.SchemaObject
}

/** A field of a body: `isText` where text is expected, `isAny` where the schema takes any JSON. */
export interface Place {
  path: string[]
  isText: boolean
  isAny: boolean
}

// The name of an entry where the names are free: it is a header as well as a language.
const ANY_KEY = 'de'

const document = buildDocument(allEndpoints, 'http://127.0.0.1:3000')
const components = document.components?.schemas ?? {}

/** The endpoints that take JSON. */
export const writes = allEndpoints.filter((endpoint) => schemaOf(endpoint))

/**
 * The example of an endpoint, and where its schema has several forms a body of each, made from the example and the
 * examples of the schema.
 */
export function formsOf(endpoint: AnyEndpoint): Form[] {
  const schema = resolve(schemaOf(endpoint) ?? {})
  const example = endpoint.example?.body as Form['body']
  // A workflow has a TRIGGER from its creation on, and takes no other.
  const forms = (schema.anyOf ?? schema.oneOf ?? [])
    .map(resolve)
    .filter(({ properties }) => resolve(properties?.['type'] ?? {}).const !== 'TRIGGER')
  if (forms.length === 0) return [{ body: example, schema }]
  return [
    { body: example, schema: {} },
    ...forms.flatMap((form) => bodiesOf(form, example).map((body) => ({ body, schema: form }))),
  ]
}

/** The endpoint with the bodies of all its forms as its example, so that `furnish` makes what any of them names. */
export function withEveryForm(endpoint: AnyEndpoint): AnyEndpoint {
  return { ...endpoint, example: { body: formsOf(endpoint).map(({ body }) => body) } }
}

/** The fields that the schema of a form names, and the others of its body, each once. */
export function placesOf({ body, schema }: Form): Place[] {
  const isText = (path: string[]): boolean => typeof valueAt(body, path) === 'string' && !isFree(path)
  const sent = everyPath(body).map((path) => ({ path, isText: isText(path), isAny: false }))
  const places = new Map<string, Place>()
  for (const place of [...sent, ...fieldsOf(schema, [], [])]) {
    const known = places.get(place.path.join('.')) ?? place
    const { path } = place
    places.set(path.join('.'), { path, isText: known.isText || place.isText, isAny: known.isAny || place.isAny })
  }
  return [...places.values()]
}

function schemaOf({ path, method }: AnyEndpoint): Schema | undefined {
  const body = document.paths?.[documentPath(path)]?.[method]?.requestBody
  return body && 'content' in body ? body.content['application/json']?.schema : undefined
}

/**
 * The fields that a form requires, and those with an example of their own, with one body for each of several examples.
 */
function bodiesOf(form: oas31.SchemaObject, example: Form['body']): Form['body'][] {
  const made = exampleOf(form, components) as Form['body']
  const kept = (form.required ?? []).filter(
    (name) => name in example && resolve(form.properties?.[name] ?? {}).const === undefined,
  )
  const body = { ...made, ...Object.fromEntries(kept.map((name) => [name, example[name]])) }
  const others = Object.entries(form.properties ?? {}).flatMap(([name, property]) =>
    (resolve(property).examples ?? []).slice(1).map((value) => ({ ...body, [name]: value as unknown })),
  )
  return [body, ...others]
}

function fieldsOf(part: Schema, path: string[], within: Schema[]): Place[] {
  // A condition can contain others.
  const schema = resolve(part)
  if (within.includes(schema)) return []
  const { anyOf = [], oneOf = [], properties = {}, items, additionalProperties } = schema
  const inside = (child: Schema, ...keys: string[]): Place[] => fieldsOf(child, [...path, ...keys], [...within, schema])
  const places = [
    ...[...anyOf, ...oneOf].flatMap((form) => inside(form)),
    ...Object.entries(properties).flatMap(([name, property]) => inside(property, name)),
    ...(items ? inside(items, '0') : []),
    ...(typeof additionalProperties === 'object' ? inside(additionalProperties, ANY_KEY) : []),
  ]
  return path.length === 0
    ? places
    : [{ path, isText: schema.type === 'string', isAny: schema === components['JsonValue'] }, ...places]
}

function resolve(schema: Schema): oas31.SchemaObject {
  return isReference(schema) ? resolve(components[schema.$ref.slice(SCHEMA_REF.length)] ?? {}) : schema
}
