import { expect } from 'chai'
import type { oas31 } from 'zod-openapi'
import { buildDocument } from '../../gateway/http/openapi/build-document.js'
import { toOpenApi30 } from '../../gateway/http/openapi/openapi-30.js'
import { SCHEMA_REF } from '../../gateway/http/openapi/schema-parts.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { words } from '../support/words.js'
import { findSpoilers } from './document-rules.js'

const document = buildDocument(allEndpoints, 'http://127.0.0.1:3000')

/** A document of one request with this body, beside named schemas and responses. */
function withBody(schema: unknown, components: object = {}, operation: object = {}): oas31.OpenAPIObject {
  const requestBody = { content: { 'application/json': { schema } } }
  const paths = { '/things': { post: { operationId: 'addThing', requestBody, ...operation } } }
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths, components } as unknown as oas31.OpenAPIObject
}

const text = { type: 'string' }
const thing = { type: 'object', properties: { name: text } }
const answering = (status: string, description: string, schema: object = thing) => ({
  responses: { [status]: { description, content: { 'application/json': { schema } } } },
})

/** What spoils generated clients, and the words of the fault. */
const SPOILERS: [what: string, spoiled: oas31.OpenAPIObject, fault: string][] = [
  ['a property that is false', withBody({ type: 'object', properties: { event: false } }), 'a boolean schema'],
  ['items of true', withBody({ type: 'array', items: true }), 'items is a boolean schema'],
  ['closed objects', withBody({ ...thing, additionalProperties: false }), 'additionalProperties is a boolean schema'],
  ['open objects', withBody({ ...thing, additionalProperties: true }), 'additionalProperties is a boolean schema'],
  ['null alone', withBody({ type: 'object', properties: { at: { type: 'null' } } }), 'at is null alone'],
  ['a list of types', withBody({ type: ['string', 'null'] }), 'a list of types'],
  ['a default of null', withBody({ ...text, default: null }), 'a default that says nothing'],
  ['a default of {}', withBody({ ...thing, default: {} }), 'a default that says nothing'],
  ['a default of []', withBody({ type: 'array', items: text, default: [] }), 'a default that says nothing'],
  ...words(String.raw`^\w+$ \S ^[a\d]$ \bx ^\p{L}$ ^(?!x) (?<=a)b`).map(
    (pattern): [string, oas31.OpenAPIObject, string] => [
      `the pattern ${pattern}`,
      withBody({ ...text, pattern }),
      'differs by engine',
    ],
  ),
  ['any value without its name', withBody({ type: 'object', additionalProperties: {} }), 'is not JsonValue'],
  ['a described any value', withBody({ description: 'Anything' }), 'is not JsonValue'],
  ['variants without a name', withBody({ oneOf: [text, { type: 'number' }] }), 'a variant has no name'],
  [
    'one variant without a name, below a component',
    withBody(
      { $ref: `${SCHEMA_REF}A` },
      {
        schemas: { A: { type: 'object', properties: { to: { oneOf: [{ $ref: `${SCHEMA_REF}B` }, text] } } }, B: thing },
      },
    ),
    'a variant has no name',
  ],
  [
    'merged variants',
    withBody({ anyOf: [{ $ref: `${SCHEMA_REF}B` }, { $ref: `${SCHEMA_REF}C` }] }, { schemas: { B: thing, C: thing } }),
    'anyOf for something else than null',
  ],
  ['repeated objects', withBody({ type: 'object', properties: { a: thing, b: { ...thing } } }), 'the same object as'],
  ['a reference to nowhere', withBody({ $ref: `${SCHEMA_REF}Gone` }), 'is nowhere'],
  ['an undescribed field', withBody({ ...thing, required: ['size'] }), 'requires size'],
  ['a name that Go makes', withBody(thing, { schemas: { Thing: thing, NewThing: text } }), 'is the constructor of'],
  ['an error of its own', withBody(thing, answering('400', '`BAD`: x')), 'another schema'],
  ['an error in place', withBody(thing, {}, answering('422', '')), 'is no named response'],
  [
    'an error that says no code',
    withBody(thing, { schemas: { Error: thing }, ...answering('400', 'x', { $ref: `${SCHEMA_REF}Error` }) }),
    'says no code',
  ],
]

describe('the rules for generated clients', () => {
  it('find nothing in the document', () => {
    expect(findSpoilers(document)).to.deep.equal([])
  })

  for (const [what, spoiled, fault] of SPOILERS) {
    it(`find ${what}`, () => {
      expect(findSpoilers(spoiled).join('\n')).to.contain(fault)
    })
  }

  it('take null beside one schema, and named variants', () => {
    const schemas = { A: thing, B: text, JsonValue: { description: 'Any JSON value.' } }
    const nullable = { anyOf: [text, { type: 'null' }] }
    const any = { type: 'object', additionalProperties: { $ref: `${SCHEMA_REF}JsonValue` } }
    const variants = { oneOf: [{ $ref: `${SCHEMA_REF}A` }, { $ref: `${SCHEMA_REF}B` }] }
    const body = { type: 'object', properties: { nullable, any, variants, limit: { type: 'integer', default: 20 } } }
    expect(findSpoilers(withBody(body, { schemas }))).to.deep.equal([])
  })
})

describe('the lists of the document', () => {
  it('take a whole number as their limit', () => {
    const limits = Object.values(document.paths ?? {}).flatMap(({ get }) =>
      (get?.parameters ?? []).flatMap((parameter) =>
        'name' in parameter && parameter.name === 'limit' ? [parameter.schema] : [],
      ),
    )
    expect(limits).to.have.length.greaterThan(5)
    for (const limit of limits) expect(limit).to.include({ type: 'integer', minimum: 1 })
  })
})

describe('the OpenAPI 3.0 document', () => {
  const older = toOpenApi30(document)
  const source = JSON.stringify(older)

  it('has every operation, and no word that 3.0 does not know', () => {
    expect(Object.keys(older.paths ?? {})).to.deep.equal(Object.keys(document.paths ?? {}))
    expect(older.openapi).to.equal('3.0.3')
    for (const word of ['"type":"null"', '"type":[', '"const":', '"examples":[', '"propertyNames":']) {
      expect(source).not.to.contain(word)
    }
  })

  it('says of the same fields that they may be null', () => {
    const newer = document.components?.schemas?.['Campaign'] as { properties: Record<string, { anyOf?: unknown[] }> }
    const old = older.components?.schemas?.['Campaign'] as unknown as { properties: Record<string, object> }
    const mayBeNull = Object.keys(newer.properties).filter((name) => newer.properties[name]?.anyOf !== undefined)
    expect(mayBeNull).to.include.members(['description', 'audienceCondition', 'pausedReason', 'sentAt'])
    expect(Object.keys(old.properties).filter((name) => 'nullable' in (old.properties[name] ?? {}))).to.deep.equal(
      mayBeNull,
    )
    expect(old.properties['audienceCondition']).to.deep.include({
      type: 'object',
      nullable: true,
      allOf: [{ $ref: `${SCHEMA_REF}NullableConditionTree` }],
    })
    expect(old.properties['pausedReason']).to.deep.include({
      type: 'string',
      nullable: true,
      enum: ['PROJECT_DISABLED', 'BILLING_LIMIT', 'EMAIL_REPUTATION', null],
    })
  })

  it('refers to nothing that it has not', () => {
    const names = Object.keys(older.components?.schemas ?? {})
    const used = [...source.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
    expect(used.filter((name) => !names.includes(name))).to.deep.equal([])
    expect(names.filter((name) => !used.includes(name))).to.deep.equal([])
  })
})
