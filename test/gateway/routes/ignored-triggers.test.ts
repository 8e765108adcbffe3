import { expect } from 'chai'
import { startScheduled } from '../../../commands/automation/executions/start-scheduled.js'
import { Event, Execution } from '../../support/models.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { commandsOf } from '../../support/commands.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchEvents, storeEntries } from '../../support/outbox.js'
import { useProject } from '../../support/project.js'
import { storeEvent } from '../../support/walks.js'

interface Item {
  type: string
  contactId: string
  contactEmail: string
  metadata: Record<string, unknown>
}

// The driver monitors the server at its own pace.
const OF_OTHERS = new Set(['hello'])

describe('a trigger that is ignored', () => {
  const { project, client, publicClient, gateway } = useProject()

  const workflowWith = (fields: Partial<WorkflowRecord>) => {
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    return createWorkflow({ projectId: project.id, name: 'Orders', steps, ...fields })
  }
  const track = async (email = 'ada@example.com', event = 'started'): Promise<void> => {
    gateway.entries.splice(0)
    expect((await publicClient.post('/v1/track', { email, event })).status).to.equal(200)
    await dispatchEvents(gateway.entriesOf('event').map(({ id }) => id))
  }
  const listed = async (query = 'types=workflow.ignored'): Promise<Item[]> => {
    const { status, body } = await client.get(`/activity?${query}`)
    expect(status).to.equal(200)
    return body.data
  }

  for (const allowReentry of [true, false]) {
    const reason = allowReentry ? 'already_active' : 'reentry_not_allowed'
    it(`is listed once with the workflow and the reason, with allowReentry ${allowReentry}`, async () => {
      const { _id: workflowId } = await workflowWith({ allowReentry })
      await track()
      expect(await listed()).to.deep.equal([])
      for (let n = 0; n < 4; n += 1) await track()

      const items = await listed()

      expect(items).to.have.length(1)
      expect(items[0]?.contactEmail).to.equal('ada@example.com')
      expect(items[0]?.metadata).to.deep.equal({ workflowId, workflowName: 'Orders', eventName: 'started', reason })
      expect(await Execution.countDocuments({ projectId: project.id })).to.equal(1)
      const all = (await listed('limit=100')).map(({ type }) => type)
      expect(all.filter((type) => type === 'workflow.ignored')).to.have.length(1)
      expect((await listed(`types=workflow.ignored&contactId=${items[0]?.contactId}`)).length).to.equal(1)
      expect(await listed('types=event.triggered,workflow.failed')).to.have.length(5)
    })
  }

  it('is listed separately for each workflow and each contact', async () => {
    const one = await workflowWith({ name: 'One' })
    const other = await workflowWith({ name: 'Other', allowReentry: true })
    const { id: foreign } = await createProject()
    await createWorkflow({ projectId: foreign, steps: one.steps })
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await track(email)
      await Promise.all([track(email), track(email)])
    }
    const items = await listed()
    const both = (email: string) => [one, other].map(({ _id }) => `${email} ${_id}`)
    const ignored = items.map(({ contactEmail, metadata }) => `${contactEmail} ${String(metadata['workflowId'])}`)
    expect(ignored).to.have.members([...both('ada@example.com'), ...both('bob@example.com')])
    expect(await Event.countDocuments({ projectId: foreign })).to.equal(0)
  })

  it('is listed after its contact has left a workflow that admits no contact again', async () => {
    const { _id: workflowId } = await workflowWith({ allowReentry: false })
    await track()
    const { _id } = await Execution.findOne({ workflowId }).orFail().lean()
    expect((await client.delete(`/workflows/${workflowId}/executions/${_id}`)).status).to.equal(200)
    await track()
    expect((await listed()).map(({ metadata }) => metadata['reason'])).to.deep.equal(['reentry_not_allowed'])
  })

  it('is not the event that starts an execution, nor its repetition', async () => {
    for (const allowReentry of [true, false]) {
      const name = `event ${allowReentry}`
      const { _id: workflowId } = await workflowWith({ allowReentry, triggerConfig: { eventName: name } })
      const contact = await createContact({ projectId: project.id })
      const event = await storeEvent({ projectId: project.id, contactId: contact._id, name })
      await dispatchEvents([event._id])
      const [entry] = await storeEntries('event', project.id, event._id)
      const events = [{ contactId: contact._id, name, depth: 0 }]
      await Event.db.collection('outbox').updateOne({ _id: entry?._id as never }, { $set: { events } })
      await dispatchEvents([event._id])
      expect(await Execution.countDocuments({ workflowId })).to.equal(1)
    }
    expect(await listed()).to.deep.equal([])
  })

  it('is listed when several come before the first execution has begun', async () => {
    await workflowWith({ allowReentry: true })
    const { _id: contactId } = await createContact({ projectId: project.id })
    const stored = () => storeEvent({ projectId: project.id, contactId, name: 'started' })
    await dispatchEvents([(await stored())._id, (await stored())._id, (await stored())._id])
    expect(await Execution.countDocuments({ projectId: project.id })).to.equal(1)
    expect(await listed()).to.have.length(1)
  })

  it('is listed for an API client that gets 409, and for a run of a schedule, but not for a repetition of a run', async () => {
    const byApi = await workflowWith({ triggerType: 'MANUAL', triggerConfig: {}, name: 'By hand' })
    const contact = await createContact({ projectId: project.id })
    const start = () => client.post(`/workflows/${byApi._id}/executions`, { contactId: contact._id })
    expect([(await start()).status, (await start()).status, (await start()).status]).to.deep.equal([201, 409, 409])
    const weekly = { triggerType: 'SCHEDULE', triggerConfig: { cron: '0 9 * * 1' }, name: 'Weekly' } as const
    const { _id: workflowId } = await workflowWith(weekly)
    const run = { projectId: project.id, workflowId, beganMs: Date.now(), after: null }
    await startScheduled({ ...run, run: 'first' })
    await startScheduled({ ...run, run: 'first' })
    const named = async () => (await listed()).map(({ metadata }) => metadata['workflowName'])
    expect(await named()).to.deep.equal(['By hand'])
    await startScheduled({ ...run, run: 'second' })
    expect(await named()).to.have.members(['By hand', 'Weekly'])
    expect((await listed())[0]?.metadata).not.to.have.property('eventName')
  })

  it('costs one write the first time, and no command afterwards', async () => {
    await workflowWith({ allowReentry: false })
    await track()
    const { _id: contactId } = await createContact({ projectId: project.id })
    const dispatch = async () => {
      const event = await storeEvent({ projectId: project.id, contactId, name: 'started' })
      return (await commandsOf(() => dispatchEvents([event._id]))).filter((name) => !OF_OTHERS.has(name))
    }
    await dispatch()
    const first = await dispatch()
    expect(first).to.include('update events')
    const later = await dispatch()
    expect(later).not.to.include('update events')
    expect(later).to.have.length(first.length - 2)
  })

  it('starts nothing, and has a reserved name', async () => {
    await workflowWith({ allowReentry: false })
    const { _id: chained } = await workflowWith({ triggerConfig: { eventName: 'workflow.ignored' } })
    await track()
    await track()
    expect(await listed()).to.have.length(1)
    expect(await Execution.countDocuments({ workflowId: chained })).to.equal(0)
    for (const event of ['workflow.ignored', 'Workflow.Ignored']) {
      const { status, body } = await publicClient.post('/v1/track', { email: 'ada@example.com', event })
      expect([status, body.error.errors[0].code]).to.deep.equal([422, 'reserved_event'])
    }
  })
})
