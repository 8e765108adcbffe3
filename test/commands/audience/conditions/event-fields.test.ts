import { expect } from 'chai'
import { findTriggered } from '../../../../commands/automation/reactions/find-triggered.js'
import { openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { listConditionFields } from '../../../../commands/automation/workflows/list-condition-fields.js'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { Contact, Wait } from '../../../support/models.js'
import type { Filter } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { dispatchEvents } from '../../../support/outbox.js'
import { beginExecution, currentRef, stepFinds, storeEvent } from '../../../support/walks.js'

const ORDER = {
  total: 150,
  order: { total: 99.5, 'line.count': 3, note: '' },
  tags: ['a', 'b'],
  'a.b': 'x',
  gone: null,
}

/** The name of a key of the event, a comparison, and whether the order meets it. */
const TABLE: [key: string, comparison: Omit<Filter, 'field'>, isMet: boolean][] = [
  ['total', { operator: 'greaterThan', value: 100 }, true],
  ['total', { operator: 'lessThan', value: 100 }, false],
  ['total', { operator: 'equals', value: '150' }, false],
  ['total', { operator: 'in', value: [1, 150] }, true],
  ['order.total', { operator: 'lessThan', value: 100 }, true],
  ['order.line.count', { operator: 'equals', value: 3 }, true],
  ['order.note', { operator: 'exists' }, true],
  ['order.missing', { operator: 'exists' }, false],
  ['order.missing', { operator: 'notExists' }, true],
  ['a.b', { operator: 'startsWith', value: 'x' }, true],
  ['tags', { operator: 'contains', value: 'b' }, true],
  ['gone', { operator: 'exists' }, false],
  ['missing', { operator: 'notEquals', value: 1 }, false],
]

describe('the data of an event in conditions', () => {
  useDatabase()
  let projectId: string
  let contactId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    contactId = (await createContact({ projectId }))._id
  })

  const inStep = (filter: Filter, context: Record<string, unknown>) =>
    stepFinds({ projectId, contactId }, only(filter), context)
  const inTrigger = async (filter: Filter, data: Record<string, unknown>) => {
    const { _id } = await createWorkflow({ projectId, triggerConfig: { eventName: 'paid', filter: only(filter) } })
    const event = await storeEvent({ projectId, contactId, name: 'paid', data })
    return ((await findTriggered([event])).get(event._id) ?? []).some((workflow) => workflow._id === _id)
  }
  const inWait = async (filter: Filter, data: Record<string, unknown>) => {
    const step = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 60, filter: only(filter) } })
    const other = (await createContact({ projectId }))._id
    const execution = await beginExecution(await createWorkflow({ projectId, steps: [step] }), other)
    expect(await openWait(currentRef(execution))).to.equal(null)
    await dispatchEvents([(await storeEvent({ projectId, contactId: other, name: 'paid', data }))._id])
    return (await Wait.findOne({ executionId: execution._id }).orFail().lean()).state === 'matched'
  }

  for (const [key, comparison, isMet] of TABLE) {
    it(`can be named ${key} (${comparison.operator}) with and without data, as in triggers and waits`, async () => {
      for (const field of [`event.${key}`, `event.data.${key}`, `contact.event.data.${key}`, ` event.data.${key} `]) {
        expect(await inStep({ field, ...comparison }, ORDER), field).to.equal(isMet)
      }
      const filter = { field: `event.data.${key}`, ...comparison }
      expect(await inTrigger(filter, ORDER)).to.equal(isMet)
      expect(await inWait(filter, ORDER)).to.equal(isMet)
    })
  }

  it('prefer a key named data itself, and read the keys within it only when they are absent beside it', async () => {
    const equals = (field: string, value: unknown): Filter => ({ field, operator: 'equals', value })
    const nested = { data: { total: 150 } }
    const both = { total: 1, data: { total: 150 } }
    const table: [Filter, Record<string, unknown>, boolean][] = [
      [equals('event.data', 5), { data: 5 }, true],
      [equals('event.data.data', 5), { data: 5 }, true],
      [equals('event.data.total', 150), nested, true],
      [equals('event.data.data.total', 150), nested, true],
      [equals('event.total', 150), nested, false],
      [equals('event.data.total', 1), both, true],
      [equals('event.data.total', 150), both, false],
      [equals('event.total', 1), both, true],
      [equals('event.data.data.total', 150), both, true],
    ]
    for (const [filter, data, isMet] of table) {
      const what = `${filter.field} of ${JSON.stringify(data)}`
      expect(await inStep(filter, data), what).to.equal(isMet)
      if (!filter.field.startsWith('event.data.')) continue
      expect(await inTrigger(filter, data), what).to.equal(isMet)
      expect(await inWait(filter, data), what).to.equal(isMet)
    }
    await storeEvent({ projectId, contactId, name: 'nested', data: both })
    const listed = await listConditionFields(projectId, 'nested')
    const names = listed.filter(({ category }) => category === 'Event Data').map(({ field }) => field)
    expect(names).to.deep.equal(['event.data.data.total', 'event.total'])
  })
})

describe('the names in a condition', () => {
  useDatabase()

  it('are trimmed, wherever they stand', async () => {
    const { id: projectId } = await createProject()
    await registerFields(projectId, { plan: 'pro' })
    const summary = { first: new Date(), last: new Date(), count: 1 }
    const activity = { 'signed up': summary, 'email%2Eopen': summary }
    const { _id: contactId, email } = await createContact({ projectId, data: { plan: 'pro' }, activity })
    const filters: Filter[] = [
      { field: ' data.plan ', operator: 'equals', value: 'pro' },
      { field: '\tcontact.data.plan\n', operator: 'equals', value: 'pro' },
      { field: ' email ', operator: 'equals', value: email },
      { field: 'subscribed ', operator: 'equals', value: true },
      { field: ' createdAt', operator: 'greaterThan', value: '2020-01-01' },
      { field: 'event. signed up ', operator: 'triggered' },
      { field: 'event.signed up  ', operator: 'triggered' },
      { field: ' email.opened ', operator: 'triggered' },
    ]
    for (const filter of filters) {
      const compiled = await compileForProject(projectId, only(filter), { now: new Date() })
      expect(await Contact.exists({ $and: [{ projectId }, compiled] }), filter.field).to.deep.equal({ _id: contactId })
      expect(await stepFinds({ projectId, contactId }, only(filter)), filter.field).to.equal(true)
    }
  })
})
