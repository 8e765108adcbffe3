import { isDeepStrictEqual } from 'node:util'
import type { oas31 } from 'zod-openapi'
import { portablePattern } from './portable-pattern.js'
import { isNull, isReference, mapParts, mapSchemas, SCHEMA_REF, type Components, type Schema } from './schema-parts.js'

const JSON_VALUE = 'JsonValue'
const NOTES = ['description', 'examples', 'example', 'deprecated', 'default'] as const
// A format says more than a pattern, and generators that check both fail on a date with a pattern.
const PATTERNED_FORMATS = new Set(['uuid', 'email', 'date-time', 'date', 'uri'])

/**
 * Rewrites the schemas of a document so that programs that make clients from it understand all of them. Any JSON value
 * is one named schema. Null is only ever an alternative, exactly one of the other alternatives holds, and a field that
 * can only be null is omitted. Each default says something, each pattern means the same to every engine, and each
 * schema with a title is a component of that name. No answer is closed, because a client must not fail on a field that
 * is added later.
 */
export function tidySchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const named: Components = {}
  const tidied = mapSchemas(document, (schema) => tidy(schema, named))
  const schemas = { ...tidied.components?.schemas, ...named }
  if (usesJsonValue(tidied, named)) schemas[JSON_VALUE] = { description: 'Any JSON value.' }
  return { ...tidied, components: { ...tidied.components, schemas } }
}

function tidy(schema: Schema, named: Components, isItem = false): Schema {
  if (isReference(schema)) return schema
  const portable = withPortableParts(withVariants(schema))
  const whole = mapParts(portable, (part) => tidy(part, named, part === portable.items))
  return asComponent(withAlternatives(orJsonValue(whole), isItem), named)
}

/** Copies the fields of an object into its alternatives, if the alternatives only say which fields are required. */
function withVariants(schema: oas31.SchemaObject): oas31.SchemaObject {
  const { anyOf, properties, required = [], type, ...notes } = schema
  if (!anyOf || !properties) return schema
  const variants = anyOf.map((variant): Schema => {
    if (isReference(variant)) return variant
    const own = variant.properties ?? {}
    const fields = Object.entries({ ...properties, ...own }).map(([name, field]): [string, Schema] => [
      name,
      narrowed({ ...properties[name], ...field }),
    ])
    return {
      ...variant,
      type: type ?? 'object',
      properties: Object.fromEntries(fields),
      required: [...new Set([...required, ...(variant.required ?? [])])],
    }
  })
  return { ...notes, anyOf: variants }
}

/** A field without its default where the variant does not allow it. */
function narrowed(field: Schema): Schema {
  if (isReference(field) || !field.enum || !('default' in field)) return field
  const { default: usual, ...rest } = field
  return (field.enum as unknown[]).includes(usual) ? field : rest
}

/** Omits the parts that generators fail on and the parts that say nothing. */
function withPortableParts(schema: oas31.SchemaObject): oas31.SchemaObject {
  const changed = { ...schema }
  // Some generated clients compare the only value of a flag as text, and then refuse it.
  if (typeof changed.const === 'boolean') {
    changed.examples ??= [changed.const]
    delete changed.const
  }
  if (changed.pattern !== undefined) changed.pattern = portablePattern(changed.pattern)
  if (PATTERNED_FORMATS.has(changed.format ?? '')) delete changed.pattern
  if ('default' in changed && !saysSomething(changed.default)) delete changed.default
  if (changed.additionalProperties === false) delete changed.additionalProperties
  if (changed.additionalProperties === true) changed.additionalProperties = {}
  if (isPlainText(changed.propertyNames)) delete changed.propertyNames
  if (changed.properties) {
    const fields = Object.entries(changed.properties)
    changed.properties = Object.fromEntries(fields.filter(([, field]) => !isNull(field) && !isNever(field)))
    const { properties } = changed
    const required = changed.required?.filter((name) => name in properties)
    if (required?.length) changed.required = required
    else delete changed.required
  }
  return changed
}

function saysSomething(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isPlainText(schema: unknown): boolean {
  return isDeepStrictEqual(schema, { type: 'string' })
}

function isNever(schema: Schema): boolean {
  return !isReference(schema) && isDeepStrictEqual(schema.not, {})
}

/** Replaces a schema that takes anything, or both texts and numbers, by the schema of any JSON value. */
function orJsonValue(schema: oas31.SchemaObject): Schema {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  const notes = Object.entries(schema).filter(([key]) => NOTES.some((note) => note === key))
  const isOpen = notes.length === Object.keys(schema).length
  if (!isOpen && types.length < 2) return schema
  return { ...Object.fromEntries(notes), $ref: SCHEMA_REF + JSON_VALUE }
}

/** Writes `type: [T, null]` as two alternatives, and nested alternatives as one list. */
function withAlternatives(schema: Schema, isItem: boolean): Schema {
  if (isReference(schema)) return schema
  const { anyOf, ...rest } = schema
  if (anyOf) {
    const alternatives = anyOf.flatMap(alternativesOf)
    // Generators make a union of `oneOf`, but one object with all fields of `anyOf`. One of them needs `anyOf` in a
    // list.
    const isKept = isItem || alternatives.some((part) => isNull(part) || isError(part))
    return isKept ? { ...rest, anyOf: alternatives } : { ...rest, oneOf: alternatives }
  }
  if (!Array.isArray(schema.type)) return schema
  const [type] = schema.type.filter((name) => name !== 'null')
  const isNote = ([key]: [string, unknown]): boolean => NOTES.some((note) => note === key)
  const notes = Object.entries(schema).filter(isNote)
  const own = Object.entries(schema).filter((entry) => !isNote(entry))
  return { ...Object.fromEntries(notes), anyOf: [{ ...Object.fromEntries(own), type }, { type: 'null' }] }
}

/** Whether a schema is an error: one of the generators imports no variant of that name. */
function isError(schema: Schema): boolean {
  return isReference(schema) && schema.$ref === `${SCHEMA_REF}Error`
}

function alternativesOf(schema: Schema): Schema[] {
  return !isReference(schema) && schema.anyOf && Object.keys(schema).length === 1 ? schema.anyOf : [schema]
}

/** Moves a schema with a title to the components; equal schemas share the name. */
function asComponent(schema: Schema, named: Components): Schema {
  if (isReference(schema) || schema.title === undefined) return schema
  const { title, ...component } = schema
  const known = named[title]
  if (known && !isDeepStrictEqual(known, component)) throw new Error(`Two different schemas are named ${title}`)
  named[title] = component
  return { $ref: SCHEMA_REF + title }
}

function usesJsonValue(...parts: object[]): boolean {
  return JSON.stringify(parts).includes(`"${SCHEMA_REF}${JSON_VALUE}"`)
}
