import { expect } from 'chai'
import { evaluateCondition } from '../../../models/commands/evaluate-condition.js'
import { isComparableField, type ConditionOperator } from '../../../models/domain/condition.js'
import { escapeData } from '../../../models/domain/fields.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject } from '../../support/factories.js'

const data = {
  plan: 'pro',
  count: 5,
  zero: 0,
  numeric: '5',
  paid: true,
  unpaid: false,
  nothing: null,
  tags: ['a', 'b'],
  profile: { tier: 'gold', 'x.y': 1 },
  'first.name': 'Ada',
  first: { name: 'nested', last: 'Lovelace' },
  $where: 'literal',
  'with space': 'yes',
  größe: 'XL',
}
const context = { order: { total: 99.5, 'ship.to': 'NO' }, code: 'A1', 'order.id': 'literal' }

type Row = [field: string, operator: ConditionOperator, value: unknown, expected: boolean]

const table: Row[] = [
  ['data.plan', 'equals', 'pro', true],
  ['data.plan', 'equals', 'Pro', false],
  ['contact.data.plan', 'equals', 'pro', true],
  ['data.count', 'equals', 5, true],
  ['data.count', 'equals', '5', false],
  ['data.numeric', 'equals', 5, false],
  ['data.paid', 'equals', true, true],
  ['data.unpaid', 'equals', false, true],
  ['data.unpaid', 'equals', 0, false],
  ['data.zero', 'equals', false, false],
  ['data.missing', 'equals', 'x', false],
  ['data.nothing', 'equals', 'x', false],
  ['data.tags', 'equals', 'a', true],
  ['data.tags', 'equals', 'c', false],
  ['data.plan', 'equals', '$data.plan', false],
  ['data.plan', 'notEquals', 'free', true],
  ['data.plan', 'notEquals', 'pro', false],
  ['data.missing', 'notEquals', 'x', false],
  ['data.nothing', 'notEquals', 'x', false],
  ['data.tags', 'notEquals', 'a', false],
  ['data.plan', 'exists', undefined, true],
  ['data.unpaid', 'exists', undefined, true],
  ['data.zero', 'exists', undefined, true],
  ['data.missing', 'exists', undefined, false],
  ['data.nothing', 'exists', undefined, false],
  ['data.missing', 'notExists', undefined, true],
  ['data.nothing', 'notExists', undefined, true],
  ['data.plan', 'notExists', undefined, false],
  ['data.count', 'greaterThan', 4, true],
  ['data.count', 'greaterThan', 5, false],
  ['data.count', 'greaterThanOrEqual', 5, true],
  ['data.count', 'lessThan', 5, false],
  ['data.count', 'lessThan', 5.5, true],
  ['data.count', 'lessThanOrEqual', 5, true],
  ['data.numeric', 'greaterThan', 4, false],
  ['data.numeric', 'lessThan', 6, false],
  ['data.missing', 'lessThan', 1, false],
  ['data.paid', 'greaterThan', 0, false],
  ['data.plan', 'greaterThan', 'free', true],
  ['data.profile.tier', 'equals', 'gold', true],
  ['data.profile.x.y', 'equals', 1, true],
  ['data.profile.missing', 'notExists', undefined, true],
  ['data.first.name', 'equals', 'Ada', true],
  ['data.first.name', 'equals', 'nested', false],
  ['data.first.last', 'equals', 'Lovelace', true],
  ['data.tags.0', 'exists', undefined, false],
  ['data.plan.length', 'exists', undefined, false],
  ['data.$where', 'equals', 'literal', true],
  ['data.with space', 'equals', 'yes', true],
  ['data.größe', 'equals', 'XL', true],
  ['email', 'equals', 'ada@example.com', true],
  ['email', 'equals', 'Ada@Example.com', true],
  ['email', 'notEquals', 'ADA@example.com', false],
  ['contact.email', 'equals', 'bob@example.com', false],
  ['subscribed', 'equals', true, true],
  ['subscribed', 'notEquals', true, false],
  ['event.code', 'equals', 'A1', true],
  ['event.order.total', 'greaterThan', 50, true],
  ['event.order.ship.to', 'equals', 'NO', true],
  ['event.order.id', 'equals', 'literal', true],
  ['event.missing', 'exists', undefined, false],
]

describe('a condition, judged by the database', () => {
  useDatabase()
  let who: { projectId: string; contactId: string }

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId, email: 'ada@example.com', data })
    who = { projectId, contactId: contact._id }
  })

  it('holds as the table says', async () => {
    const wrong: Row[] = []
    for (const row of table) {
      const [field, operator, value, expected] = row
      const comparison = { field, operator, ...(value === undefined ? {} : { value }) }
      if ((await evaluateCondition(who, comparison, escapeData(context))) !== expected) wrong.push(row)
    }
    expect(wrong).to.deep.equal([])
  })

  it('holds for no contact of another project', async () => {
    const { id: projectId } = await createProject()
    const comparison = { field: 'subscribed', operator: 'equals' as const, value: true }
    expect(await evaluateCondition({ ...who, projectId }, comparison, {})).to.equal(false)
  })

  it('takes a name of a hundred parts', async () => {
    const field = `data.${Array.from({ length: 100 }, () => 'a').join('.')}`
    expect(await evaluateCondition(who, { field, operator: 'exists' }, {})).to.equal(false)
  })
})

describe('isComparableField', () => {
  it('knows the fields of a contact and of the context, and nothing else', () => {
    for (const field of ['email', 'subscribed', 'createdAt', 'data.a', 'contact.data.a', 'event.a.b']) {
      expect(isComparableField(field), field).to.equal(true)
    }
    for (const field of ['', 'data', 'data.', 'event', '_id', 'projectId', '$email', 'contact.projectId']) {
      expect(isComparableField(field), field).to.equal(false)
    }
  })
})
