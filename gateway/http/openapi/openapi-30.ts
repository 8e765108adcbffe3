import type { oas31 } from 'zod-openapi'
import { isNull, isReference, mapParts, mapSchemas, SCHEMA_REF, type Components, type Schema } from './schema-parts.js'

/** An OpenAPI 3.0 document. */
export interface OpenApi30Document extends Omit<oas31.OpenAPIObject, 'openapi'> {
  openapi: '3.0.3'
}

/** The schemas of the newer document by name, and the schemas that only the older one needs. */
interface Names {
  known: Components
  added: Components
}

/**
 * The same document in OpenAPI 3.0, for programs that know no other version: null is `nullable`, a constant is an
 * enumeration of one, and an example stands alone.
 */
export function toOpenApi30(document: oas31.OpenAPIObject): OpenApi30Document {
  const names: Names = { known: document.components?.schemas ?? {}, added: {} }
  const { components, ...rest } = mapSchemas(document, (schema) => toSchema30(schema, names))
  const schemas = { ...components?.schemas, ...names.added }
  return withoutUnused({ ...rest, components: { ...components, schemas }, openapi: '3.0.3' })
}

/** Removes the schemas of which only the nullable form is used. */
function withoutUnused({ components, ...rest }: OpenApi30Document): OpenApi30Document {
  const text = JSON.stringify([rest, components])
  const schemas = Object.fromEntries(
    Object.entries(components?.schemas ?? {}).filter(([name]) => text.includes(`"${SCHEMA_REF}${name}"`)),
  )
  return { ...rest, components: { ...components, schemas } }
}

function toSchema30(schema: Schema, names: Names): Schema {
  // OpenAPI 3.0 ignores everything beside a reference.
  if (isReference(schema)) {
    const { $ref, ...notes } = schema
    return Object.keys(notes).length > 0 ? withExample({ ...notes, allOf: [{ $ref }] }) : { $ref }
  }
  const { anyOf, ...notes } = withoutNewWords(schema)
  if (!anyOf?.some(isNull)) {
    return withExample(mapParts(withoutNewWords(schema), (part) => toSchema30(part, names)))
  }
  const others = anyOf.filter((alternative) => !isNull(alternative))
  const [only] = others
  if (!only || others.length > 1) throw new Error('Several alternatives of which one is null need a name in 3.0')
  return withExample({ ...asNullable(only, names), ...notes })
}

function withoutNewWords(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { const: only, exclusiveMinimum, propertyNames: _, ...rest } = schema
  return {
    ...rest,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true as never }),
  }
}

/** A schema that also takes null: `nullable` counts only beside a type, and only if no other schema forbids null. */
function asNullable(schema: Schema, names: Names): oas31.SchemaObject {
  if (!isReference(schema)) {
    const old = toSchema30(schema, names) as oas31.SchemaObject
    return nullable({ ...old, ...(old.enum ? { enum: [...(old.enum as unknown[]), null] } : {}) })
  }
  const name = schema.$ref.slice(SCHEMA_REF.length)
  const target = names.known[name]
  if (!target || isReference(target)) throw new Error(`${schema.$ref} is no schema`)
  // A schema refers to itself only by its name, so that the recursion ends.
  names.added[`Nullable${name}`] ??= asNullable(target, names)
  const { type } = target
  return nullable({ ...(type ? { type } : {}), allOf: [{ $ref: `${SCHEMA_REF}Nullable${name}` }] })
}

function nullable(schema: oas31.SchemaObject): oas31.SchemaObject {
  return Object.assign({ ...schema }, { nullable: true })
}

function withExample(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { examples, ...rest } = schema
  return examples?.length ? { ...rest, example: (examples as unknown[])[0] } : rest
}
