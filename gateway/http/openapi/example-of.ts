import type { oas31 } from 'zod-openapi'
import { isNull, isReference, SCHEMA_REF, type Components, type Schema } from './schema-parts.js'

/**
 * A value of a schema: its own example if it has one, else made from the examples of its parts. Without an example a
 * nullable value is null, and an optional one is left out.
 */
export function exampleOf(schema: Schema, components: Components): unknown {
  if (isReference(schema)) {
    const target = components[schema.$ref.slice(SCHEMA_REF.length)]
    if (!target) throw new Error(`${schema.$ref} is nowhere`)
    return exampleOf(target, components)
  }
  if (schema.examples?.length) return schema.examples[0] as unknown
  if (schema.const !== undefined) return schema.const as unknown
  if (schema.enum?.length) return schema.enum[0] as unknown
  if (schema.default !== undefined) return schema.default as unknown
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return exampleOfAny(alternatives, components)
  return exampleOfType(schema, components)
}

function exampleOfAny(alternatives: Schema[], components: Components): unknown {
  const isNullable = alternatives.some(isNull)
  const [first] = alternatives
  return isNullable || !first ? null : exampleOf(first, components)
}

function exampleOfType(schema: oas31.SchemaObject, components: Components): unknown {
  const types = [schema.type ?? 'null'].flat()
  if (types.includes('null')) return null
  switch (types[0]) {
    case 'object':
      return exampleOfObject(schema, components)
    case 'array':
      return schema.items ? [exampleOf(schema.items, components)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    default:
      return 'text'
  }
}

function exampleOfObject({ properties = {}, required = [] }: oas31.SchemaObject, components: Components): unknown {
  const entries = Object.entries(properties).flatMap(([name, property]): [string, unknown][] =>
    required.includes(name) || ('examples' in property && property.examples)
      ? [[name, exampleOf(property, components)]]
      : [],
  )
  return Object.fromEntries(entries)
}
