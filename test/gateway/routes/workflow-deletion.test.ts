import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { deleteWorkflowSlice } from '../../../commands/automation/workflows/delete-workflow-slice.js'
import { Email, Execution, Job, StepExecution, Wait, Workflow, WorkflowVersion } from '../../support/models.js'
import { createContact, createEmail, createTemplate, createWorkflow } from '../../support/factories.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { beginExecution, currentRef } from '../../support/walks.js'
import { livedMs } from '../../support/lived-ms.js'
import { dispatchEvents, dropEntries } from '../../support/outbox.js'

describe('DELETE /workflows/:id', () => {
  const { gateway, project, client } = useProject()

  async function setUp(steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]) {
    const workflow = await createWorkflow({ projectId: project.id, steps, allowReentry: true })
    const path = `/workflows/${workflow._id}`
    return {
      workflow,
      path,
      remove: () => client.delete(path),
      begin: async () => beginExecution(workflow, (await createContact({ projectId: project.id }))._id),
    }
  }
  /** Continues the deletions of the project, which a slow machine does not complete within a request. */
  async function finishDeletions() {
    const projectId = project.id
    for (const { _id: jobId } of await Job.find({ projectId }).lean()) {
      await finishJob({ projectId, jobId }, deleteWorkflowSlice)
    }
  }
  /** Ends an execution in its first step, as its Temporal workflow execution does. */
  async function end(execution: Awaited<ReturnType<typeof beginExecution>>) {
    await completeStep(currentRef(execution), { status: 'COMPLETED', branch: null, output: { done: 1 }, error: null })
    // The start of its Temporal workflow execution was dispatched.
    await dropEntries('execution', execution._id)
  }

  it('deletes the workflow once with its versions, ended executions and their data, and keeps the sent emails', async () => {
    const { workflow, path, remove, begin } = await setUp()
    const other = await createWorkflow({ projectId: project.id, steps: [makeStep('EXIT')] })
    await end(await beginExecution(other, (await createContact({ projectId: project.id }))._id))
    await client.patch(path, { name: 'Renamed' })
    const execution = await begin()
    const { _id: executionId, contactId } = execution
    const email = await createEmail({ projectId: project.id, executionId, workflowId: workflow._id, status: 'SENT' })
    const fields = { projectId: project.id, executionId, contactId, stepId: 'x', sequence: 1, since: new Date() }
    await Wait.create({ ...fields, eventName: 'paid', state: 'matched' })
    await end(execution)

    const results = await Promise.all(Array.from({ length: 10 }, remove))

    const [first, ...refused] = results.toSorted((one, another) => one.status - another.status)
    expect(first).to.include({ status: 204, body: '' })
    for (const { status, code } of refused) expect([status, code]).to.deep.equal([404, 'WORKFLOW_NOT_FOUND'])
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(1)
    await finishDeletions()
    for (const gone of [path, `${path}?version=1`, `${path}/executions`])
      expect((await client.get(gone)).status).to.equal(404)
    const { _id: otherId } = other
    expect((await Workflow.find({ projectId: project.id }).lean()).map(({ _id }) => _id)).to.deep.equal([otherId])
    expect(await WorkflowVersion.distinct('_id', { projectId: project.id })).to.deep.equal([`${otherId}:1`])
    const [kept, ...others] = await Execution.find({ projectId: project.id }).lean()
    expect([kept?.workflowId, others]).to.deep.equal([otherId, []])
    expect(kept?.steps).to.have.length(1)
    expect(await StepExecution.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Wait.countDocuments({ projectId: project.id })).to.equal(0)
    expect(await Email.findOne({ _id: email._id }).lean()).to.deep.equal(email)
    expect((await client.get(`/emails/${email._id}`)).status).to.equal(200)
  })

  it('refuses while executions are running or waiting, returns their number, and new executions still start', async () => {
    const { path, workflow, remove, begin } = await setUp()
    const executions = [await begin(), await begin(), await begin()]
    await Execution.updateOne({ _id: executions[2]?._id }, { $set: { status: 'RUNNING' } })
    await end(executions[0] as (typeof executions)[0])
    const before = (await client.get(path)).body

    const res = await remove()

    expect(res).to.deep.include({ status: 409, code: 'CONFLICT', details: { executions: 2 } })
    expect((await client.get(path)).body).to.deep.equal(before)
    expect(await Execution.countDocuments({ workflowId: workflow._id })).to.equal(3)
    const contactId = (await createContact({ projectId: project.id }))._id
    const started = await client.post(`${path}/executions`, { contactId })
    expect(started.status).to.equal(201)
    expect(await remove()).to.deep.include({ status: 409, details: { executions: 3 } })
    const active = [...executions.slice(1).map(({ _id }) => _id), started.body.id]
    for (const id of active) await client.delete(`${path}/executions/${id}`)
    expect((await remove()).status).to.equal(204)
  })

  it('is possible when executions have ended and Temporal does not know yet', async () => {
    const { path, remove, begin } = await setUp()
    const execution = await begin()
    await client.delete(`${path}/executions/${execution._id}`)
    gateway.entries.splice(0)

    const took = await livedMs(async () => {
      expect((await remove()).status).to.equal(204)
    })

    expect(took).to.be.below(4_000)
    expect((await client.get(path)).status).to.equal(404)
    const [left] = await Execution.find({ projectId: project.id }).lean()
    expect(left).to.deep.include({ _id: execution._id, status: 'CANCELLED' })
    const [job] = await Job.find({ projectId: project.id }).lean()
    expect(job).to.deep.include({ kind: 'DELETE_WORKFLOW', status: 'RUNNING' })
    expect(gateway.entriesOf('job')).to.deep.equal([{ kind: 'job', projectId: project.id, id: job?._id }])
  })

  it('leaves nothing to start by an earlier event that is dispatched afterwards', async () => {
    const { remove } = await setUp()
    const other = await createWorkflow({ projectId: project.id, steps: [makeStep('EXIT')] })
    const event = { email: 'ada@example.com', event: 'started' }
    expect((await gateway.as(project.publicKey).post('/v1/track', event)).status).to.equal(200)
    expect((await remove()).status).to.equal(204)
    await dispatchEvents(gateway.entriesOf('event').map(({ id }) => id))
    expect(await Execution.distinct('workflowId', { projectId: project.id })).to.deep.equal([other._id])
  })

  it('releases the templates that its steps sent', async () => {
    const { _id: templateId } = await createTemplate({ projectId: project.id })
    const { remove } = await setUp([makeStep('SEND_EMAIL', { templateId })])
    const deleteTemplate = () => client.delete(`/templates/${templateId}`)
    expect((await deleteTemplate()).status).to.equal(409)
    expect((await remove()).status).to.equal(204)
    expect((await deleteTemplate()).status).to.equal(204)
  })

  it('loses no change that is made at the same moment and answered with success', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { path, remove } = await setUp()
      const [changed, removed] = await Promise.all([
        client.post(`${path}/steps`, { type: 'EXIT', name: 'New', config: {} }),
        remove(),
      ])
      expect(removed.status).to.equal(204)
      expect(changed.status).to.be.oneOf([201, 404])
      await finishDeletions()
      expect(await Workflow.countDocuments({ projectId: project.id })).to.equal(0)
      expect(await WorkflowVersion.countDocuments({ projectId: project.id })).to.equal(0)
    }
  })
})
