import type { oas31 } from 'zod-openapi'
import { isNull, isReference, mapParts, mapSchemas, type Schema } from './schema-parts.js'

/** An OpenAPI 3.0 document. */
export interface OpenApi30Document extends Omit<oas31.OpenAPIObject, 'openapi'> {
  openapi: '3.0.3'
}

/**
 * The same document in OpenAPI 3.0, for programs that know no other version: null is `nullable`, a constant is an
 * enumeration of one, and an example stands alone.
 */
export function toOpenApi30(document: oas31.OpenAPIObject): OpenApi30Document {
  return { ...mapSchemas(document, toSchema30), openapi: '3.0.3' }
}

function toSchema30(schema: Schema): Schema {
  // Beside a reference 3.0 knows nothing.
  if (isReference(schema)) {
    const { $ref, ...notes } = schema
    return Object.keys(notes).length > 0 ? withExample({ ...notes, allOf: [{ $ref }] }) : { $ref }
  }
  return withExample(withoutNull(mapParts(withoutNewWords(schema), toSchema30)))
}

function withoutNewWords(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { const: only, exclusiveMinimum, propertyNames: _, ...rest } = schema
  return {
    ...rest,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true as never }),
  }
}

/** Null as an alternative becomes `nullable`, which needs a type or a list of schemas beside it. */
function withoutNull(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { anyOf, ...notes } = schema
  if (!anyOf?.some(isNull)) return schema
  const others = anyOf.filter((alternative) => !isNull(alternative))
  const [only] = others
  const nullable: object = { nullable: true }
  if (others.length > 1 || !only) return { ...notes, ...nullable, anyOf: others }
  if (isReference(only)) return { ...notes, ...nullable, allOf: [only] }
  const values = only.enum ? { enum: [...(only.enum as unknown[]), null] } : {}
  return { ...only, ...values, ...notes, ...nullable }
}

function withExample(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { examples, ...rest } = schema
  return examples?.length ? { ...rest, example: (examples as unknown[])[0] } : rest
}
