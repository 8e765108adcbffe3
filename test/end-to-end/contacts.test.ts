import { expect } from 'chai'
import mongoose from 'mongoose'
import { snoozeContact } from '../support/subscriptions.js'
import { Contact, Event } from '../support/models.js'
import { NO_ROWS } from '../../models/import-job.js'
import { atLeast } from '../support/eventually.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'
import { waitingOf } from '../support/outbox.js'

describe('contacts, on the real servers', () => {
  const posthorn = useStack()

  it('imports every row once, with one event for each changed subscription, and ends a pause at its time, although the worker dies during both', async () => {
    const { api, stack, project } = posthorn
    const rows = 6_000
    const paused = (await api.post('/contacts', { email: 'paused@example.com' })).body
    for (const n of [0, 3_000, 5_999]) await api.post('/contacts', { email: `i${n}@example.com`, subscribed: false })
    const lines = Array.from({ length: rows }, (_, n) => `i${n}@example.com,yes,${n}`)
    const form = new FormData()
    form.append('file', new Blob([['email,subscribed,n', ...lines].join('\n')], { type: 'text/csv' }), 'contacts.csv')
    await eventuallyEquals(async () => (await waitingOf('contact', project.id)).length, 0)
    // This transaction holds a row of the middle, which the import cannot pass before the transaction ends.
    const session = await mongoose.connection.startSession()
    session.startTransaction()
    const held = { projectId: project.id, email: 'i3000@example.com' }
    await Contact.updateOne(held, { $set: { 'data.held': 1 } }, { session })
    const accepted = await fetch(`${stack.info.gateway}/contacts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.secretKey}` },
      body: form,
    })
    expect(accepted.status).to.equal(202)
    const { jobId } = (await accepted.json()) as { jobId: string }
    const job = async () => (await api.get(`/contacts/import/${jobId}`)).body

    await eventually(job, ({ progress }) => progress > 20)
    const snoozedUntil = new Date(Date.now() + 10_000)
    await snoozeContact({ projectId: project.id, contactId: paused.id, until: snoozedUntil, source: 'manage' })
    const pausedContact = async () => (await api.get(`/contacts/${paused.id}`)).body
    expect(await pausedContact()).to.include({ subscribed: false, snoozedUntil: snoozedUntil.toISOString() })
    await posthorn.kill('worker')
    await session.abortTransaction()
    await session.endSession()
    await eventually(job, ({ state }) => state === 'completed')

    expect((await job()).result).to.deep.equal({
      ...NO_ROWS,
      total: rows,
      created: rows - 3,
      updated: 3,
      subscribed: 3,
    })
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(rows + 1)
    expect(await Event.countDocuments({ projectId: project.id, contactId: { $ne: paused.id } })).to.equal(3)

    await eventually(pausedContact, ({ subscribed }) => subscribed)
    expect(Date.now()).to.be.at.least(snoozedUntil.getTime())
    expect(await pausedContact()).to.include({ snoozedUntil: null })
    const flips = await Event.find({ contactId: paused.id }).sort({ createdAt: 1 }).lean()
    expect(flips.map(({ name }) => name)).to.deep.equal(['contact.unsubscribed', 'contact.subscribed'])
    expect((await api.get('/contacts?subscribed=true')).body.total).to.equal(rows + 1)
  })

  it('adds a contact to a tracked segment by its events, and starts the workflow for joining it', async () => {
    const { api } = posthorn
    const condition = {
      logic: 'AND',
      groups: [{ filters: [{ field: 'event.order paid', operator: 'triggeredAtLeast', value: 2 }] }],
    }
    const segment = await api.post('/segments', { name: 'Gold Members', trackMembership: true, condition })
    expect(segment.status, JSON.stringify(segment.body)).to.equal(201)
    const templateId = await makeTemplate(api, 'Welcome to gold')
    await makeWorkflow(api, {
      name: 'Gold',
      eventName: `segment.${segment.body.slug}.entry`,
      steps: [{ name: 'Welcome', type: 'SEND_EMAIL', templateId }],
    })

    for (let n = 0; n < 3; n += 1) expect(await posthorn.track('gold@example.com', 'order paid')).to.equal(200)
    expect(await posthorn.track('silver@example.com', 'order paid')).to.equal(200)

    const mails = () => posthorn.inbox({ subject: 'Welcome to gold' })
    await eventually(mails, (found) => found.length > 0)
    expect((await mails()).map(({ to }) => to)).to.deep.equal([['gold@example.com']])
    const members = await api.get(`/segments/${segment.body.id}/contacts`)
    expect(members.body.data.map(({ email }: { email: string }) => email)).to.deep.equal(['gold@example.com'])
  })

  it('sends nothing to a contact after the answer to its deletion, although its delay is about to end', async () => {
    const { api } = posthorn
    const templateId = await makeTemplate(api, 'Too late')
    const workflowId = await makeWorkflow(api, {
      name: 'Late',
      eventName: 'left',
      steps: [
        { name: 'Pause', type: 'DELAY', config: { until: '{{ event.end }}' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId },
      ],
    })
    const end = new Date(Date.now() + 20_000).toISOString()
    expect(await posthorn.track('gone@example.com', 'left', { end })).to.equal(200)
    const list = async () => (await api.get(`/workflows/${workflowId}/executions`)).body.data
    const [{ contactId }] = await eventually(list, ([execution]) => execution?.status === 'WAITING')

    expect((await api.delete(`/contacts/${contactId}`)).status).to.equal(204)

    expect((await list())[0]).to.include({ status: 'CANCELLED', exitReason: 'Contact deleted' })
    await posthorn.track('after@example.com', 'left', { end })
    await eventually(async () => (await posthorn.inbox({ subject: 'Too late' })).length, atLeast(1))
    expect((await posthorn.inbox({ subject: 'Too late' })).map(({ to }) => to)).to.deep.equal([['after@example.com']])
  })
})
