import { expect } from 'chai'
import { startExecution } from '../../../commands/automation/executions/start-executions.js'
import { openWait } from '../../../commands/automation/executions/wait-for-event.js'
import type { ContactRecord } from '../../../models/contact.js'
import { Email, Event, Execution, Job, Wait } from '../../support/models.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { createContact, createEmail, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { beginExecution, currentRef, storeEvent } from '../../support/walks.js'
import { dispatchContacts } from '../../support/outbox.js'

describe('DELETE /contacts/:id', () => {
  const { gateway, project, client } = useProject()

  const waitingWorkflow = () =>
    createWorkflow({ projectId: project.id, steps: [makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })] })

  const openExecutions = () =>
    Execution.countDocuments({ projectId: project.id, status: { $in: ['RUNNING', 'WAITING'] } })
  const startOf = (workflow: WorkflowRecord, { _id: contactId }: ContactRecord) => {
    return { workflow, contactId, context: {}, sourceEventId: null, depth: 0 }
  }

  it('deletes the contact and answers 204', async () => {
    const contact = await createContact({ projectId: project.id })
    const other = await createContact({ projectId: project.id })
    expect(await client.delete(`/contacts/${contact._id}`)).to.deep.include({ status: 204, body: '' })
    expect((await client.get(`/contacts/${contact._id}`)).status).to.equal(404)
    expect((await client.delete(`/contacts/${contact._id}`)).status).to.equal(404)
    const { body: left } = await client.get(`/contacts/${other._id}`)
    expect((await client.get('/contacts')).body).to.deep.include({ total: 1, data: [left] })
  })

  it('cancels its executions and their Temporal workflow executions', async () => {
    const contact = await createContact({ projectId: project.id })
    const execution = await beginExecution(await waitingWorkflow(), contact._id)
    await openWait(currentRef(execution))

    await client.delete(`/contacts/${contact._id}`)

    expect(await Execution.findById(execution._id).lean()).to.include({
      status: 'CANCELLED',
      exitReason: 'Contact deleted',
    })
    expect(await Wait.countDocuments({ projectId: project.id, state: 'open' })).to.equal(0)
    expect(gateway.entries).to.deep.include({ kind: 'execution', projectId: project.id, id: execution._id })
  })

  it('withdraws its waiting emails', async () => {
    const email = await createEmail({ projectId: project.id })
    await client.delete(`/contacts/${email.contactId}`)
    expect(await Email.findById(email._id).lean()).to.include({ status: 'SKIPPED', error: 'contact_deleted' })
  })

  it('keeps the events of others and the email without its recipient, and is finished when it answers', async () => {
    const email = await createEmail({ projectId: project.id, status: 'SENT' })
    const other = await createContact({ projectId: project.id })
    await storeEvent({ projectId: project.id, contactId: email.contactId, name: 'paid', data: { amount: 5 } })
    const kept = await storeEvent({ projectId: project.id, contactId: other._id, name: 'paid' })
    await client.delete(`/contacts/${email.contactId}`)
    expect(await Email.findById(email._id).lean()).to.include({ status: 'SENT', to: '' })
    expect((await Event.find({ projectId: project.id }).lean()).map(({ _id }) => _id)).to.deep.equal([kept._id])
    const done = { kind: 'ERASE_CONTACTS', status: 'COMPLETED' }
    expect(await Job.findOne({ projectId: project.id }).lean()).to.include(done)
    expect(gateway.entriesOf('job')).to.deep.equal([])
  })

  it('starts no execution for it afterwards', async () => {
    const contact = await createContact({ projectId: project.id })
    const workflow = await waitingWorkflow()
    await client.delete(`/contacts/${contact._id}`)
    expect(await startExecution(startOf(workflow, contact))).to.equal(null)
    expect(await openExecutions()).to.equal(0)
  })

  it('leaves no execution in a race with a start', async () => {
    const workflow = await waitingWorkflow()
    for (let round = 0; round < 6; round += 1) {
      const contact = await createContact({ projectId: project.id })
      await Promise.all([startExecution(startOf(workflow, contact)), client.delete(`/contacts/${contact._id}`)])
    }
    expect(await openExecutions()).to.equal(0)
  })

  it('keeps the number of contacts exact, counted or not', async () => {
    const contacts = await Promise.all(
      Array.from({ length: 6 }, (_, n) => createContact({ projectId: project.id, subscribed: n % 2 === 0 })),
    )
    const { complete } = await dispatchContacts(contacts.slice(0, 4).map(({ _id }) => _id))
    await complete()
    for (const { _id } of contacts.slice(2, 5)) await client.delete(`/contacts/${_id}`)
    expect((await client.get('/contacts')).body.total).to.equal(3)
    expect((await client.get('/contacts?subscribed=true')).body.total).to.equal(1)
    expect((await client.get('/contacts?subscribed=false')).body.total).to.equal(2)
  })
})
