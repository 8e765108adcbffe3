import { expect } from 'chai'
import { MAX_DEPTH } from '../../../../commands/automation/reactions/dispatch-events.js'
import { writeEvents, type EventDraft } from '../../../../commands/base/events/write-events.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { Event, Execution, Outbox } from '../../../support/models.js'
import { newId } from '../../../../runtime/ids.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { storeEvent } from '../../../support/walks.js'
import { withOneShard } from '../../../support/one-shard.js'
import { dispatchEvents, storeEntries, waitingOf, enqueued } from '../../../support/outbox.js'

describe('dispatchEvents', () => {
  useDatabase()

  const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]

  async function setUp(fields: Partial<WorkflowRecord> = {}) {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId, steps, ...fields })
    const store = (name = 'started', extra: { depth?: number; data?: Record<string, unknown> } = {}) =>
      storeEvent({ projectId, contactId: contact._id, name, ...extra })
    return { projectId, contact, workflow, store }
  }

  it('starts the enabled workflows of the event, with its data as context', async () => {
    const { projectId, contact, workflow, store } = await setUp()
    const event = await store('started', { data: { 'a.b': 1 } })

    const entries = await dispatchEvents([event._id])

    const execution = await Execution.findOne({ projectId }).orFail().lean()
    expect(entries).to.deep.equal([{ kind: 'execution', projectId, id: execution._id }])
    expect(execution).to.include({
      workflowId: workflow._id,
      contactId: contact._id,
      sourceEventId: event._id,
      depth: 1,
      workflowVersion: 1,
    })
    expect(unescapeData(execution.context)).to.deep.equal({ 'a.b': 1 })
    expect(await waitingOf('event', projectId)).to.deep.equal([])
  })

  it('starts no workflow that is disabled, MANUAL, for another event or of another project', async () => {
    const { projectId, store } = await setUp({ enabled: false })
    await createWorkflow({ projectId, steps, triggerType: 'MANUAL' })
    await createWorkflow({ projectId, steps, triggerConfig: { eventName: 'Started' } })
    await createWorkflow({ projectId: (await createProject()).id, steps })
    const event = await store()
    expect(await dispatchEvents([event._id])).to.deep.equal([])
    expect(await Execution.countDocuments({ projectId })).to.equal(0)
    expect(await waitingOf('event', projectId)).to.deep.equal([])
  })

  it('dispatches one event once, however many dispatch it at the same time', async () => {
    const { projectId, store } = await setUp({ allowReentry: true })
    const event = await store()
    const entries = await Promise.all(Array.from({ length: 20 }, () => dispatchEvents([event._id])))
    expect(entries.flat()).to.have.lengthOf(1)
    expect(await dispatchEvents([event._id])).to.deep.equal([])
    expect(await Execution.countDocuments({ projectId })).to.equal(1)
  })

  it('starts one execution for fifty simultaneous events of a contact', async () => {
    for (const allowReentry of [false, true]) {
      const { projectId, store } = await setUp({ allowReentry })
      const events = await Promise.all(Array.from({ length: 50 }, () => store()))
      await Promise.all([
        dispatchEvents(events.slice(0, 25).map(({ _id }) => _id)),
        ...events.slice(25).map(({ _id }) => dispatchEvents([_id])),
      ])
      expect(await Execution.countDocuments({ projectId })).to.equal(1)
    }
  })

  it('keeps the events of a batch separate by project, name and contact', async () => {
    const [one, two] = [await setUp(), await setUp({ triggerConfig: { eventName: 'other' } })]
    const events = [await one.store('other'), await two.store('started'), await two.store('other')]
    const entries = await dispatchEvents(events.map(({ _id }) => _id))
    expect(entries.map(({ projectId }) => projectId)).to.deep.equal([two.projectId])
  })

  it('ends a chain of executions that start each other', async () => {
    const { projectId, store } = await setUp()
    const deep = await store('started', { depth: MAX_DEPTH })
    expect(await dispatchEvents([deep._id])).to.deep.equal([])
    const last = await store('started', { depth: MAX_DEPTH - 1 })
    expect(await dispatchEvents([last._id])).to.have.lengthOf(1)
    expect((await Execution.findOne({ projectId }).orFail().lean()).depth).to.equal(MAX_DEPTH)
  })

  it('records the end of a chain for the contact once, which starts nothing itself', async () => {
    const { projectId, contact, workflow, store } = await setUp()
    const second = await createWorkflow({ projectId, steps })
    await createWorkflow({ projectId, steps, triggerConfig: { eventName: 'workflow.failed' } })
    const deep = await store('started', { depth: MAX_DEPTH })

    await Promise.all(Array.from({ length: 5 }, () => dispatchEvents([deep._id])))
    await storeEntries('event', projectId, deep._id)
    await Outbox.updateMany(
      { ids: deep._id },
      { events: [{ contactId: contact._id, name: 'started', depth: MAX_DEPTH }] },
    )
    await dispatchEvents([deep._id])

    const refused = await Event.find({ projectId, name: 'workflow.failed' }).lean()
    expect(refused.map(({ data }) => data['workflowId'])).to.have.members([workflow._id, second._id])
    expect(await waitingOf('event', projectId)).to.deep.equal([])
    for (const { contactId, data } of refused) {
      expect(contactId).to.equal(contact._id)
      expect(data).to.include({ eventName: 'started', reason: 'loop' })
    }
    expect(await Execution.countDocuments({ projectId })).to.equal(0)
  })
})

describe('events that are stored together', () => {
  useDatabase()

  const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
  const write = (drafts: EventDraft[]) =>
    enqueued(() => withOneShard(() => inTransaction((session) => writeEvents(drafts, session))))
  const draft = (projectId: string, contactId: string | null, name = 'started'): EventDraft => ({
    id: newId(),
    projectId,
    contactId,
    name,
    data: { n: 1 },
  })

  it('have one entry for each project, with the same effects as one by one', async () => {
    const [one, other] = [(await createProject()).id, (await createProject()).id]
    const inBoth = { projectId: { $in: [one, other] } }
    for (const projectId of [one, other]) await createWorkflow({ projectId, steps })
    const contacts = await Promise.all([one, one, other].map((projectId) => createContact({ projectId })))
    const drafts = contacts.map(({ _id, projectId }) => draft(projectId, _id))
    const entries = await write([...drafts, draft(one, null), draft(one, contacts[0]?._id ?? '', 'ended')])
    expect(entries.map(({ kind, projectId }) => [kind, projectId])).to.have.deep.members([
      ['event', one],
      ['event', other],
    ])

    const ids = entries.flatMap((entry) => entry.ids)
    const started = await Promise.all([dispatchEvents(ids), dispatchEvents(ids)])
    const executions = await Execution.find(inBoth).lean()
    expect(executions.map(({ sourceEventId }) => sourceEventId)).to.have.members(drafts.map(({ id }) => id))
    expect(executions.map(({ context }) => context)).to.deep.equal([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(started.flat()).to.have.lengthOf(3)
    expect(await Outbox.countDocuments({ ...inBoth, kind: 'event' })).to.equal(0)
  })

  it('leave nothing to dispatch when they were stored before', async () => {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId })
    const drafts = [draft(projectId, contactId), draft(projectId, contactId)]
    expect(await write(drafts)).to.have.lengthOf(1)
    expect(await write(drafts)).to.deep.equal([])
    expect(await Outbox.countDocuments({ projectId, kind: 'event' })).to.equal(1)
  })

  it('are dispatched in groups of hundreds', async () => {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId })
    await write(Array.from({ length: 600 }, () => draft(projectId, contactId)))
    const entries = await Outbox.find({ projectId, kind: 'event' }).lean()
    expect(entries.map(({ ids }) => ids.length)).to.have.members([250, 250, 100])
  })
})
