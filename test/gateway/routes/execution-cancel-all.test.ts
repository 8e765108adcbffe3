import { expect } from 'chai'
import { cancelExecutions } from '../../../commands/automation/executions/cancel-executions.js'
import { cancelExecutionsSlice } from '../../../commands/automation/executions/cancel-executions-slice.js'
import { stepEmailId } from '../../../commands/automation/executions/find-step-email.js'
import { openWait } from '../../../commands/automation/executions/wait-for-event.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { Email, Execution, Job, Wait, Workflow } from '../../support/models.js'
import { newId } from '../../../runtime/ids.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { createContact, createContacts, createEmail, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { finishJob } from '../../support/jobs.js'
import { beginExecution, currentRef } from '../../support/walks.js'
import { waitingOf } from '../../support/outbox.js'

const HOUR_MS = 3_600_000
const pause = () => makeStep('DELAY', { name: 'Pause', config: { amount: 2, unit: 'days' } })

describe('POST /workflows/:id/executions/cancel-all', () => {
  const { gateway, project, client } = useProject()

  async function setUp({ steps = [pause()], count = 3 }: { steps?: Step[]; count?: number } = {}) {
    const workflow = await createWorkflow({ projectId: project.id, steps, allowReentry: true })
    const contacts = await createContacts(count, { projectId: project.id })
    const executions = await Promise.all(contacts.map(({ _id }) => beginExecution(workflow, _id)))
    const path = `/workflows/${workflow._id}/executions`
    const list = async (status: string): Promise<string[]> =>
      (await client.get(`${path}?status=${status}&pageSize=100`)).body.data.map(({ id }: { id: string }) => id).sort()
    const ids = executions.map(({ _id }) => _id).sort()
    // The entries of their begin do not belong to a request of the test.
    gateway.entries.splice(0)
    return { workflow, contacts, executions, ids, path, list }
  }

  /** Marks the workflow as a cancellation of all does before it answers; no record is updated. */
  const markOnly = (workflowId: string) =>
    Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at: new Date() } } })

  it('cancels running and waiting executions, returns their number, and cancels their Temporal workflow executions', async () => {
    const { ids, path, list } = await setUp()

    const res = await client.post(`${path}/cancel-all`)

    expect(res).to.deep.include({ status: 202, body: { cancelled: 3, jobId: res.body.jobId } })
    const job = await Job.findOne({ projectId: project.id, _id: res.body.jobId }).lean()
    expect(job).to.include({ kind: 'CANCEL_EXECUTIONS', status: 'COMPLETED' })
    expect(await list('CANCELLED')).to.deep.equal(ids)
    expect(await list('WAITING')).to.deep.equal([])
    const shown = (await client.get(`${path}/${ids[0]}`)).body
    expect(shown).to.include({ status: 'CANCELLED', exitReason: 'All executions cancelled', wakeAt: null })
    expect(shown.completedAt).to.be.a('string')
    expect(gateway.entriesOf('execution').map(({ id }) => id)).to.have.members(ids)
    expect(await waitingOf('execution', project.id)).to.include.members(ids)
  })

  it('does not touch ended executions, later ones and other workflows', async () => {
    const { workflow, contacts, ids, path, list } = await setUp()
    const other = await createWorkflow({ projectId: project.id, steps: [pause()] })
    const foreign = await beginExecution(other, contacts[0]?._id ?? '')
    await client.delete(`${path}/${ids[0]}`)

    expect((await client.post(`${path}/cancel-all`)).body.cancelled).to.equal(2)
    const again = await client.post(path, { contactId: contacts[0]?._id })
    expect(again.status).to.equal(201)

    expect(again.body.status).to.equal('WAITING')
    expect(await list('WAITING')).to.deep.equal([again.body.id])
    expect((await client.get(`/workflows/${other._id}/executions/${foreign._id}`)).body.status).to.equal('WAITING')
    expect((await client.post(`${path}/cancel-all`)).body.cancelled).to.equal(1)
    expect((await client.post(`${path}/cancel-all`)).body.cancelled).to.equal(0)
    expect((await client.get(`/workflows/${workflow._id}`)).body.version).to.equal(workflow.version)
  })

  it('withdraws the waiting messages and closes the waits', async () => {
    const steps = [makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })]
    const { workflow, executions, path } = await setUp({ steps })
    for (const execution of executions) {
      await openWait(currentRef(execution))
      const _id = stepEmailId(execution, execution)
      const of = { _id, executionId: execution._id, workflowId: workflow._id, sequence: 1 }
      await createEmail({ projectId: project.id, sourceType: 'WORKFLOW', ...of })
    }
    const unrelated = await createEmail({ projectId: project.id })

    await client.post(`${path}/cancel-all`)

    expect(await Wait.countDocuments({ projectId: project.id, state: 'closed' })).to.equal(3)
    expect(await Email.countDocuments({ projectId: project.id, status: 'SKIPPED', error: 'cancelled' })).to.equal(3)
    expect((await Email.findById(unrelated._id).orFail().lean()).status).to.equal('PENDING')
  })

  it('is over only when a message that was on its way has left, and waits for no other workflow', async () => {
    const { workflow, executions } = await setUp({ count: 1, steps: [makeStep('SEND_EMAIL')] })
    const sending = { projectId: project.id, status: 'SENDING' as const, sourceType: 'WORKFLOW' as const, sequence: 1 }
    await createEmail({ ...sending, executionId: 'another', workflowId: 'another' })
    const [execution] = executions
    if (!execution) throw new Error('No execution has begun')
    const own = { _id: stepEmailId(execution, execution), executionId: execution._id, workflowId: workflow._id }
    const email = await createEmail({ ...sending, ...own })
    const statusOf = async () => (await Email.findById(email._id).orFail().lean()).status
    const statusAtEnd = cancelExecutions({ projectId: project.id, workflowId: workflow._id }, HOUR_MS).then(statusOf)
    await eventuallyEquals(() => Job.countDocuments({ projectId: project.id, status: 'COMPLETED' }), 1)
    // A cancellation that waits for nothing is over before these writes.
    await createEmail({ projectId: project.id })
    await Email.updateOne({ _id: email._id }, { $set: { status: 'SENT' } })
    expect(await statusAtEnd).to.equal('SENT')
  })

  it('is visible in the API before the records are updated', async () => {
    const { workflow, contacts, ids, path, list } = await setUp()
    await markOnly(workflow._id)
    const later = (await client.post(path, { contactId: (await createContact({ projectId: project.id }))._id })).body

    expect(await list('CANCELLED')).to.deep.equal(ids)
    expect(await list('WAITING')).to.deep.equal([later.id])
    const { data, total } = (await client.get(`${path}?status=CANCELLED&pageSize=2`)).body
    expect([data.length, total]).to.deep.equal([2, 3])
    const everything = (await client.get(`${path}?contactId=${contacts[0]?._id}`)).body.data
    expect(everything).to.have.length(1)
    expect(everything[0]).to.include({ status: 'CANCELLED', exitReason: 'All executions cancelled', wakeAt: null })
    const shown = (await client.get(`${path}/${ids[0]}`)).body
    expect(shown).to.include({ status: 'CANCELLED' })
    expect(shown.stepExecutions).to.deep.equal([])
    expect((await client.delete(`${path}/${ids[0]}`)).status).to.equal(409)
    expect(await Execution.countDocuments({ projectId: project.id, status: 'CANCELLED' })).to.equal(0)
  })

  it('admits a contact again before its record is updated, and ends the old execution, which counts once', async () => {
    const { workflow, contacts, executions, path } = await setUp({ count: 1 })
    await markOnly(workflow._id)

    const res = await client.post(path, { contactId: contacts[0]?._id })

    expect(res.status).to.equal(201)
    expect(res.body.status).to.equal('WAITING')
    expect(await Execution.findById(executions[0]?._id).lean()).to.include({ status: 'CANCELLED' })
    expect(gateway.entriesOf('execution').map(({ id }) => id)).to.have.members([res.body.id, executions[0]?._id])
    // None counts twice when the cancellation is repeated.
    expect((await client.post(`${path}/cancel-all`)).body.cancelled).to.equal(1)
    expect(await Execution.countDocuments({ projectId: project.id, status: 'CANCELLED' })).to.equal(2)
  })

  it('continues after a request that died once it was marked', async () => {
    const { workflow, ids, list } = await setUp({ count: 5 })
    await markOnly(workflow._id)
    const { at } = (await Workflow.findById(workflow._id).orFail().lean()).cancellations ?? {}
    const input = { workflowId: workflow._id, count: 1, at, total: 5 }
    const job = await Job.create({ projectId: project.id, kind: 'CANCEL_EXECUTIONS', input, result: { ended: 0 } })

    const done = await finishJob({ projectId: project.id, jobId: job._id }, cancelExecutionsSlice)

    expect(done).to.deep.include({ status: 'COMPLETED', progress: 100, result: { ended: 5 } })
    expect((await Execution.distinct('_id', { projectId: project.id, status: 'CANCELLED' })).sort()).to.deep.equal(ids)
    expect(await list('CANCELLED')).to.deep.equal(ids)
    const { cancellations } = await Workflow.findById(workflow._id).orFail().lean()
    expect(cancellations).to.deep.equal({ count: 1, completed: 1, at })
  })

  it('ends every record of many, slice by slice', async function () {
    this.timeout(120_000)
    const COUNT = 1_203
    const { workflow, executions, path } = await setUp({ count: 1 })
    const template = await Execution.findById(executions[0]?._id).orFail().lean()
    const copyOf = (contactId: string) => ({ _id: newId(), contactId, activeKey: `${workflow._id}:${contactId}` })
    const copies = Array.from({ length: COUNT - 1 }, (_, n) => ({ ...template, ...copyOf(`contact-${n}`) }))
    await Execution.collection.insertMany(copies as never)

    expect((await client.post(`${path}/cancel-all`)).body.cancelled).to.equal(COUNT)

    const job = await Job.findOne({ projectId: project.id }).orFail().lean()
    if (job.status !== 'COMPLETED') await finishJob({ projectId: project.id, jobId: job._id }, cancelExecutionsSlice)
    expect(await Execution.countDocuments({ projectId: project.id, status: 'CANCELLED' })).to.equal(COUNT)
    expect(await Execution.countDocuments({ projectId: project.id, activeKey: { $exists: true } })).to.equal(0)
  })
})
