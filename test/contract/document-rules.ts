import { isDeepStrictEqual } from 'node:util'
import type { oas31 } from 'zod-openapi'
import {
  isNull,
  isReference,
  mapParts,
  operationsOf,
  SCHEMA_REF,
  type Schema,
} from '../../gateway/http/openapi/schema-parts.js'

type Place = [where: string, schema: Schema, isRequest: boolean]

const JSON_VALUE = { description: 'Any JSON value.' }
const NOTES = new Set(['description', 'examples', 'deprecated', 'default'])
// What engines read in different ways, or not at all: their own classes, and looking around.
const UNPORTABLE = /\\[dDwWsSbBpPkK]|\(\?[=!<]/
const ERROR = `${SCHEMA_REF}Error`

/**
 * What would spoil a client that is generated from an OpenAPI 3.1 document, each with its place: boolean schemas, null
 * where it is no alternative, defaults that say nothing, patterns that differ by engine, variants of requests without a
 * name, ways to write any value or null beside the one, repeated objects, answers to errors of their own, names that
 * clash, and references that lead nowhere.
 */
export function findSpoilers(document: oas31.OpenAPIObject): string[] {
  const places = placesOf(document)
  return [
    ...places.flatMap(([where, schema]) => faultsOf(schema, document).map((fault) => `${where}: ${fault}`)),
    ...mergedVariants(places),
    ...variantsWithoutName(places),
    ...repeatedObjects(places, Object.values(document.components?.schemas ?? {})),
    ...errorsOfTheirOwn(document),
    ...clashingNames(document),
  ]
}

function faultsOf(schema: Schema, { components }: oas31.OpenAPIObject): string[] {
  const raw: unknown = schema
  if (typeof raw === 'boolean') return ['a boolean schema']
  if (isReference(schema)) {
    const name = schema.$ref.slice(SCHEMA_REF.length)
    return components?.schemas && Object.hasOwn(components.schemas, name) ? [] : [`${schema.$ref} is nowhere`]
  }
  const { type, pattern, properties = {}, required = [] } = schema
  return [
    ...(Array.isArray(type) ? ['a list of types'] : []),
    ...(['additionalProperties', 'items', 'not', 'propertyNames'] as const).flatMap((key) =>
      typeof schema[key] === 'boolean' ? [`${key} is a boolean schema`] : [],
    ),
    ...('default' in schema && !['string', 'number', 'boolean'].includes(typeof schema.default)
      ? ['a default that says nothing']
      : []),
    ...(pattern !== undefined && UNPORTABLE.test(pattern) ? [`the pattern ${pattern} differs by engine`] : []),
    ...(Object.keys(schema).every((key) => NOTES.has(key)) && !isDeepStrictEqual(schema, JSON_VALUE)
      ? ['takes any value, but is not JsonValue']
      : []),
    ...Object.entries(properties).flatMap(([name, field]) => (isNull(field) ? [`${name} is null alone`] : [])),
    ...required.flatMap((name) =>
      name in properties || !type ? [] : [`requires ${name}, which it does not describe`],
    ),
  ]
}

/** Generators take `anyOf` for one object of the fields of all: as good beside an error, and needed in lists. */
function mergedVariants(places: Place[]): string[] {
  const items = places.flatMap(([, schema]) => (isReference(schema) || !schema.items ? [] : nameIn(schema.items)))
  return places.flatMap(([where, schema]) => {
    if (isReference(schema) || !schema.anyOf || items.includes(where.split('/').at(-1) ?? '')) return []
    const isFit = schema.anyOf.some((part) => isNull(part) || (isReference(part) && part.$ref === ERROR))
    return isFit ? [] : [`${where}: anyOf for something else than null`]
  })
}

function nameIn(schema: Schema): string[] {
  return isReference(schema) ? [schema.$ref.slice(SCHEMA_REF.length)] : []
}

/** In a request each of two or more alternatives has a name; null beside one is no alternative. */
function variantsWithoutName(places: Place[]): string[] {
  return places.flatMap(([where, schema, isRequest]) => {
    if (!isRequest || isReference(schema)) return []
    const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((variant) => !isNull(variant))
    return variants.length > 1 && !variants.every(isReference) ? [`${where}: a variant has no name`] : []
  })
}

function repeatedObjects(places: Place[], named: Schema[]): string[] {
  const seen = new Map<string, string>()
  return places.flatMap(([where, schema]) => {
    if (isReference(schema) || !schema.properties || named.includes(schema)) return []
    const text = JSON.stringify(schema)
    const first = seen.get(text)
    seen.set(text, first ?? where)
    return first === undefined ? [] : [`${where}: the same object as ${first}, without a name for both`]
  })
}

function errorsOfTheirOwn({ components, paths }: oas31.OpenAPIObject): string[] {
  const responses = Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(components?.responses ?? {})
  const own = operationsOf({ openapi: '3.1.0', info: { title: '', version: '' }, paths: paths ?? {} }).flatMap(
    ({ operationId = '', responses: answers = {} }) =>
      Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(answers)
        .filter(([status, answer]) => /^[45]/.test(status) && 'content' in answer && hasJson(answer.content))
        .map(([status]) => `${operationId}: the answer ${status} is no named response`),
  )
  const foreign = responses.flatMap(([name, response]) => {
    const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
    if (!schema) return []
    const alternatives = isReference(schema) ? [schema] : (schema.anyOf ?? [])
    const codes = (response.description ?? '').match(/`[A-Z_]+`: /g) ?? []
    return [
      ...(alternatives.some((part) => isReference(part) && part.$ref === ERROR) ? [] : [`${name}: another schema`]),
      ...(codes.length > 0 ? [] : [`${name}: says no code`]),
    ]
  })
  return [...own, ...foreign]
}

function hasJson(content: oas31.ContentObject | undefined): boolean {
  return content !== undefined && 'application/json' in content
}

/** Go makes a function `NewCampaign` for a schema `Campaign`; operation ids differ in more than their case. */
function clashingNames(document: oas31.OpenAPIObject): string[] {
  const names = Object.keys(document.components?.schemas ?? {})
  const ids = operationsOf(document).map(({ operationId = '' }) => operationId.toLowerCase())
  return [
    ...names.filter((name) => names.includes(`New${name}`)).map((name) => `New${name} is the constructor of ${name}`),
    ...names.filter((name) => /test$/i.test(name)).map((name) => `${name} names a file of tests`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} names two operations`),
  ]
}

/** Every schema of the document with its place, and whether a request may hold it. */
function placesOf(document: oas31.OpenAPIObject): Place[] {
  const places: Place[] = []
  const named = document.components?.schemas ?? {}
  const entered = new Set<string>()
  const enter = (where: string, schema: Schema, isRequest: boolean): void => {
    places.push([where, schema, isRequest])
    if (typeof schema !== 'object') return
    if (isReference(schema)) {
      const name = schema.$ref.slice(SCHEMA_REF.length)
      const target = named[name]
      if (!target || entered.has(name)) return
      entered.add(name)
      enter(name, target, isRequest)
      return
    }
    mapParts(schema, (part) => {
      enter(`${where}/${nameOf(schema, part)}`, part, isRequest)
      return part
    })
  }
  for (const { operationId = '', parameters = [], requestBody } of operationsOf(document)) {
    for (const parameter of parameters) {
      if ('schema' in parameter && parameter.schema) enter(`${operationId} ?${parameter.name}`, parameter.schema, true)
    }
    if (requestBody && 'content' in requestBody) enterContent(`${operationId} body`, requestBody.content, true)
  }
  for (const { operationId = '', responses = {} } of operationsOf(document)) {
    for (const answer of Object.values<oas31.ResponseObject | oas31.ReferenceObject>(responses)) {
      if ('content' in answer) enterContent(`${operationId} answer`, answer.content, false)
    }
  }
  for (const [name, schema] of Object.entries(named)) {
    if (!entered.has(name)) enter(name, schema, false)
  }
  return places

  function enterContent(where: string, content: oas31.ContentObject | undefined, isRequest: boolean): void {
    for (const { schema } of Object.values<oas31.MediaTypeObject>(content ?? {})) {
      if (schema) enter(where, schema, isRequest)
    }
  }
}

function nameOf(schema: oas31.SchemaObject, part: Schema): string {
  const field = Object.entries(schema.properties ?? {}).find(([, property]) => property === part)
  return field?.[0] ?? Object.entries(schema).find(([, value]) => value === part)?.[0] ?? '*'
}
