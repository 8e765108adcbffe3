import { expect } from 'chai'
import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { fieldErrors } from '../../../gateway/http/request/validate.js'
import { ConditionField, conditionField } from '../../../gateway/schemas/condition.js'

const good = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] }
const Body = z.object({ name: z.string(), condition: ConditionField })

function faultsOf(schema: z.ZodType, body: unknown) {
  const { error } = schema.safeParse(body)
  return fieldErrors(error?.issues ?? [], body)
}

describe('ConditionField', () => {
  it('returns the condition without values that it does not use', () => {
    const [group] = good.groups
    const sent = { name: 'VIPs', condition: { ...good, groups: [{ ...group, id: 1 }] } }
    expect(Body.parse(sent)).to.deep.equal({ name: 'VIPs', condition: good })
  })

  it('reports its faults by path together with those of the rest of the body', () => {
    const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.a', operator: 'is', value: 1 }] }, {}] }
    const faults = faultsOf(Body, { condition }).map(({ field, code, received }) => [field, code, received])
    expect(faults).to.deep.equal([
      ['name', 'required', undefined],
      ['condition.groups.0.filters.0.operator', 'invalid_enum_value', 'is'],
      ['condition.groups.1', 'too_small', undefined],
    ])
  })

  it('distinguishes a missing condition from one that is not an object', () => {
    const about = (body: object) => faultsOf(Body, { name: 'VIPs', ...body }).map(({ field, code }) => [field, code])
    expect(about({})).to.deep.equal([['condition', 'required']])
    expect(about({ condition: null })).to.deep.equal([['condition', 'required']])
    expect(about({ condition: 'x' })).to.deep.equal([['condition', 'invalid_type']])
  })

  it('may be absent or null when the schema allows that', () => {
    const Loose = z.object({ condition: ConditionField.nullish() })
    expect(Loose.parse({})).to.deep.equal({})
    expect(Loose.parse({ condition: null })).to.deep.equal({ condition: null })
  })

  it('accepts the fields that its place allows', () => {
    const onData = { logic: 'AND', groups: [{ filters: [{ field: 'event.data.a', operator: 'exists' }] }] }
    expect(conditionField('wait').parse(onData)).to.deep.equal(onData)
    expect(faultsOf(ConditionField, onData).map(({ field }) => field)).to.deep.equal(['groups.0.filters.0.operator'])
    expect(faultsOf(conditionField('wait'), good).map(({ field }) => field)).to.deep.equal(['groups.0.filters.0.field'])
  })

  it('is described once, as a recursive schema, for requests and answers alike', () => {
    const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } })
    const document = createDocument({
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      paths: {
        '/segments': {
          post: { requestBody: json(Body), responses: { 200: { description: 'The segment', ...json(Body) } } },
        },
      },
    })
    const schemas = document.components?.schemas ?? {}
    expect(Object.keys(schemas)).to.deep.equal(['ConditionTree'])
    expect(schemas['ConditionTree']).to.have.nested.property(
      'properties.groups.items.properties.conditions.$ref',
      '#/components/schemas/ConditionTree',
    )
    expect(JSON.stringify(document.paths)).to.include('"condition":{"$ref":"#/components/schemas/ConditionTree"}')
  })
})
