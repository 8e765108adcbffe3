import { expect } from 'chai'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Contact, Event, Execution, Segment } from '../../../support/models.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { operationsOf } from '../../../support/profiled.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'
import { storeEvent } from '../../../support/walks.js'
import { dispatchEvents } from '../../../support/outbox.js'

const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
const BIG: Filter = { field: 'event.data.total', operator: 'greaterThan', value: 50 }
const ON_PRO: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' }

const both = (...filters: Filter[]): ConditionTree => ({ logic: 'AND', groups: [{ filters }] })

describe('the filter of a trigger', () => {
  useDatabase()

  async function setUp(filter: ConditionTree, plans: (string | null)[] = ['pro', 'free']) {
    const { id: projectId } = await createProject()
    const contacts = await createContactsOn(projectId, plans)
    const workflow = await createWorkflow({ projectId, steps, triggerConfig: { eventName: 'paid', filter } })
    const store = (index: number, data: Record<string, unknown> = {}) =>
      storeEvent({ projectId, contactId: contacts[index]?._id ?? '', name: 'paid', data })
    const started = async () => (await Execution.find({ projectId }).lean()).map(({ sourceEventId }) => sourceEventId)
    return { projectId, contacts, workflow, store, started }
  }

  it('starts the workflow for the events of a batch whose data and contact match', async () => {
    const { store, started } = await setUp(both(ON_PRO, BIG), ['pro', 'free', 'pro', null])
    const events = [
      await store(0, { total: 51 }),
      await store(1, { total: 51 }),
      await store(2, { total: 50 }),
      await store(3, { total: 51 }),
    ]
    expect(await dispatchEvents(events.map(({ _id }) => _id))).to.have.lengthOf(1)
    expect(await started()).to.deep.equal([events[0]?._id])
  })

  it('takes the first matching event of a contact in a batch', async () => {
    const { store, started } = await setUp(only(BIG))
    const events = [await store(0, { total: 1 }), await store(0, { total: 60 }), await store(0, { total: 70 })]
    await dispatchEvents(events.map(({ _id }) => _id).toReversed())
    expect(await started()).to.deep.equal([events[1]?._id])
  })

  it('checks the contact as the event leaves it', async () => {
    const { projectId, contacts, started } = await setUp(both(ON_PRO, { field: 'event.paid', operator: 'triggered' }))
    const who = { id: contacts[1]?._id ?? '' }
    const patch = planDataPatch({ plan: 'pro' })
    const { event } = await trackEvent({ projectId, who, name: 'paid', patch, claim: null })
    await dispatchEvents([event._id])
    expect(await started()).to.deep.equal([event._id])
  })

  it('starts the workflow once, however many dispatch the event while the contact starts and stops matching', async () => {
    const { projectId, contacts, store, started } = await setUp(IS_PRO)
    const events = await Promise.all(Array.from({ length: 10 }, () => store(0)))
    const change = (plan: string) =>
      Contact.updateOne({ _id: contacts[0]?._id ?? '', projectId }, { $set: { 'data.plan': plan } })
    await Promise.all(
      events.flatMap(({ _id }, index) => [
        change(index % 2 === 0 ? 'free' : 'pro'),
        dispatchEvents([_id]),
        dispatchEvents([_id]),
      ]),
    )
    await change('pro')
    const last = await store(0)
    await Promise.all([dispatchEvents([last._id]), dispatchEvents([last._id])])
    expect(await started()).to.have.lengthOf(1)
    expect(await dispatchEvents([last._id])).to.deep.equal([])
  })

  it('affects only the start of its own workflow', async () => {
    const { projectId, workflow, store } = await setUp(only(BIG))
    const open = await createWorkflow({ projectId, steps, triggerConfig: { eventName: 'paid' } })
    const event = await store(1, { total: 1 })
    expect(await dispatchEvents([event._id])).to.have.lengthOf(1)
    expect(await Execution.exists({ workflowId: open._id })).not.to.equal(null)
    expect(await Execution.exists({ workflowId: workflow._id })).to.equal(null)
    expect(await Event.findById(event._id).lean()).not.to.have.property('dispatch')
  })

  it('supports segments, and matches no contact for one that is gone', async () => {
    const { id: projectId } = await createProject()
    const segment = await createSegment({ projectId })
    const contact = await createContact({ projectId, segments: [segment._id] })
    const filter = only({ field: `segment.${segment._id}`, operator: 'memberOfSegment' })
    const triggerConfig = { eventName: 'paid', filter }
    await createWorkflow({ projectId, steps, triggerConfig, allowReentry: true })
    const pay = async () => (await storeEvent({ projectId, contactId: contact._id, name: 'paid' }))._id
    expect(await dispatchEvents([await pay()])).to.have.lengthOf(1)
    await Execution.deleteMany({ projectId })
    await Segment.deleteOne({ _id: segment._id, projectId })
    expect(await dispatchEvents([await pay()])).to.deep.equal([])
  })

  it('reads no contact but those of the events, in one query for all of them', async () => {
    const { projectId, contacts, store, started } = await setUp(both(ON_PRO, BIG), Array<string>(60).fill('pro'))
    await registerFields(projectId, { total: 1 })
    const events = await Promise.all(contacts.slice(0, 50).map((_, index) => store(index, { total: index * 2 })))
    const looks = await operationsOf('events', () => dispatchEvents(events.map(({ _id }) => _id)))
    const judged = looks.filter(({ command }) => command.aggregate === 'events')
    expect(await started()).to.have.lengthOf(24)
    expect(judged).to.have.lengthOf(1)
    // The events, and the contact of each.
    expect(judged[0]?.docsExamined).to.be.at.most(100)
  })
})
