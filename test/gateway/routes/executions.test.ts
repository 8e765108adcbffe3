import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { Execution, StepExecution } from '../../support/models.js'
import type { Step, Transition } from '../../../models/domain/workflow-graph.js'
import { createContact, createProject, createWorkflow } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { dropEntries } from '../../support/outbox.js'
import { currentRef } from '../../support/walks.js'

const UNKNOWN = '01900000-0000-7000-8000-ffffffffffff'

interface Options {
  steps?: Step[]
  transitions?: Transition[]
  allowReentry?: boolean
}

async function setUp(gateway: ReturnType<typeof useGateway>, options: Options = {}) {
  const { steps = [makeStep('DELAY', { name: 'Pause', config: { amount: 2, unit: 'days' } })], ...rest } = options
  const project = await createProject()
  const contact = await createContact({ projectId: project.id })
  const workflow = await createWorkflow({ projectId: project.id, steps, ...rest })
  const client = gateway.as(project.secretKey)
  const path = `/workflows/${workflow._id}/executions`
  return { project, contact, workflow, client, path, start: (body: object) => client.post(path, body) }
}

describe('POST /workflows/:id/executions', () => {
  const gateway = useGateway()

  it('starts the workflow for the contact and enqueues its Temporal workflow execution', async () => {
    const { project, contact, workflow, start } = await setUp(gateway)
    const context = { order: { 'a.b': 1, $c: 'x' } }

    const res = await start({ contactId: contact._id, context })

    expect(res.status).to.equal(201)
    const { id, startedAt, wakeAt } = res.body
    expect(res.body).to.deep.include({
      workflowId: workflow._id,
      workflowVersion: 1,
      contactId: contact._id,
      status: 'WAITING',
      currentStepId: workflow.steps[1]?.id,
      exitReason: null,
      context,
      sourceEventId: null,
      completedAt: null,
      temporalWorkflowId: `execution:${id}`,
    })
    expect(Date.parse(wakeAt) - Date.parse(startedAt)).to.equal(2 * 86_400_000)
    expect(gateway.entries).to.deep.equal([{ kind: 'execution', projectId: project.id, id }])
  })

  it('completes immediately when no step follows the TRIGGER', async () => {
    const { contact, start } = await setUp(gateway, { steps: [] })
    const res = await start({ contactId: contact._id })
    expect(res.status).to.equal(201)
    expect(res.body).to.deep.include({ status: 'COMPLETED', currentStepId: null, context: {} })
    expect(res.body.completedAt).to.be.a('string')
    expect(gateway.entries).to.deep.equal([])
  })

  it('starts a MANUAL workflow too, and refuses a disabled one and a missing contact', async () => {
    const { contact, workflow, client, start } = await setUp(gateway)
    const flat = { error: 'Missing required field: contactId' }
    expect(await start({ context: {} })).to.deep.include({ status: 400, body: flat })
    await client.patch(`/workflows/${workflow._id}`, { triggerType: 'MANUAL' })
    expect((await start({ contactId: contact._id })).status).to.equal(201)
    await client.patch(`/workflows/${workflow._id}`, { enabled: false })
    const res = await start({ contactId: contact._id })
    expect(res).to.include({ status: 400, code: 'BAD_REQUEST' })
    expect(res.body.error.message).to.equal('The workflow is disabled')
  })

  for (const allowReentry of [false, true]) {
    it(`admits a contact ${allowReentry ? 'again once its execution has ended' : 'once only'} if reentry is ${allowReentry}`, async () => {
      const { contact, start, client, path } = await setUp(gateway, { allowReentry })
      const { body } = await start({ contactId: contact._id })
      expect(await start({ contactId: contact._id })).to.include({ status: 409, code: 'CONFLICT' })
      await client.delete(`${path}/${body.id}`)
      expect((await start({ contactId: contact._id })).status).to.equal(allowReentry ? 201 : 409)
    })
  }

  it('accepts a context up to 64 KB and 20 levels', async () => {
    const { project, contact, start } = await setUp(gateway)
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })
    for (const context of [{ text: 'x'.repeat(64 * 1024) }, nested(20), [1], 'text']) {
      expect(await start({ contactId: contact._id, context })).to.deep.include({ status: 422, fields: ['context'] })
    }
    expect(await Execution.countDocuments({ projectId: project.id })).to.equal(0)
    const largest = { text: 'x'.repeat(64 * 1024 - 11) }
    expect((await start({ contactId: contact._id, context: largest })).status).to.equal(201)
  })
})

describe('GET /workflows/:id/executions', () => {
  const gateway = useGateway()

  it('lists the executions newest first, each with its contact and step, filters by status and contact, and pages', async () => {
    const { project, contact, workflow, client, path, start } = await setUp(gateway)
    const second = await createContact({ projectId: project.id })
    const older = (await start({ contactId: contact._id })).body
    const newer = (await start({ contactId: second._id })).body

    const { status, body } = await client.get(path)

    expect(status).to.equal(200)
    expect(body).to.include({ page: 1, pageSize: 20, total: 2, totalPages: 1 })
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([newer.id, older.id])
    expect(body.executions).to.deep.equal(body.data)
    expect(body.data[1]).to.deep.include({
      contact: { id: contact._id, email: contact.email },
      currentStep: { id: workflow.steps[1]?.id, name: 'Pause', type: 'DELAY' },
    })
    await client.delete(`${path}/${older.id}`)
    const ids = async (query: string): Promise<string[]> =>
      (await client.get(`${path}?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('status=WAITING')).to.deep.equal([newer.id])
    expect(await ids('status=CANCELLED')).to.deep.equal([older.id])
    expect(await ids(`contactId=${second._id}`)).to.deep.equal([newer.id])
    expect(await ids(`contactId=${UNKNOWN}`)).to.deep.equal([])
    expect(await ids('pageSize=1&page=2')).to.deep.equal([older.id])
    const unknown = await client.get(`${path}?status=DONE`)
    expect(unknown).to.deep.include({ status: 400, faults: ['status invalid_enum_value'] })
  })
})

describe('GET /workflows/:id/executions/:executionId', () => {
  const gateway = useGateway()

  it('shows the finished steps and the current one', async () => {
    const [check, delay] = [
      makeStep('CONDITION', { name: 'Pro?' }),
      makeStep('DELAY', { name: 'Pause', config: { amount: 1, unit: 'days' } }),
    ]
    const graph = { steps: [check, delay], transitions: [makeTransition(check, delay, 'yes')] }
    const { contact, workflow, client, path, start } = await setUp(gateway, graph)
    const { id } = (await start({ contactId: contact._id })).body
    const read = async () => (await client.get(`${path}/${id}`)).body

    const before = await read()
    expect(before).to.deep.include({
      status: 'RUNNING',
      contact: { id: contact._id, email: contact.email },
      workflow: { id: workflow._id, name: workflow.name },
      currentStep: { id: check.id, name: 'Pro?', type: 'CONDITION' },
    })
    expect(before.stepExecutions).to.have.lengthOf(1)
    const pending = { stepId: check.id, sequence: 1, status: 'PENDING', completedAt: null }
    expect(before.stepExecutions[0]).to.deep.include(pending)

    await dropEntries('execution', id)
    expect((await read()).stepExecutions).to.have.deep.nested.property('[0].status', 'RUNNING')

    const ref = currentRef(await Execution.findById(id).orFail().lean())
    await completeStep(ref, { status: 'COMPLETED', branch: 'yes', output: { result: true }, error: null })

    const after = await read()
    expect(after.status).to.equal('WAITING')
    expect(after.stepExecutions).to.have.lengthOf(2)
    expect(after.stepExecutions[0]).to.deep.include({
      executionId: id,
      stepId: check.id,
      sequence: 1,
      status: 'COMPLETED',
      branch: 'yes',
      output: { result: true },
      error: null,
      attempts: 1,
      step: { id: check.id, name: 'Pro?', type: 'CONDITION' },
    })
    expect(after.stepExecutions[1]).to.deep.include({
      stepId: delay.id,
      sequence: 2,
      status: 'WAITING',
      branch: null,
      completedAt: null,
      step: { id: delay.id, name: 'Pause', type: 'DELAY' },
    })
  })

  it('shows every step of a long execution, and the latest responses up to 4 MB', async () => {
    const call = makeStep('WEBHOOK', { name: 'Call' })
    const { project, contact, client, path, start } = await setUp(gateway, { steps: [call] })
    const { id } = (await start({ contactId: contact._id })).body
    const output = { method: 'POST', statusCode: 200, success: true, response: 'x'.repeat(64 * 1024), attempts: 1 }
    const place = { projectId: project.id, executionId: id, stepId: call.id, status: 'COMPLETED' as const }
    const completedAt = new Date()
    const stepRuns = Array.from({ length: 100 }, (_, n) => ({ ...place, sequence: n + 1, output, completedAt }))
    await StepExecution.insertMany(stepRuns)

    const { status, body } = await client.get(`${path}/${id}`)

    expect(status).to.equal(200)
    const shown = body.stepExecutions as { sequence: number; output: typeof output }[]
    expect(shown.map(({ sequence }) => sequence)).to.deep.equal(stepRuns.map(({ sequence }) => sequence))
    const isWhole = (step: (typeof shown)[number]) => step.output.response === output.response
    expect(shown.map(isWhole)).to.deep.equal(shown.map((_, n) => n >= 37))
    expect(shown[0]?.output).to.deep.equal({ ...output, response: null, truncated: true })
  })

  it('shows the graph it started with, however the workflow changes', async () => {
    const { contact, workflow, client, path, start } = await setUp(gateway)
    const { id } = (await start({ contactId: contact._id })).body
    await client.post(`/workflows/${workflow._id}/steps`, { type: 'EXIT', name: 'New', autoConnect: true })
    await client.patch(`/workflows/${workflow._id}`, { name: 'Renamed' })

    const { body } = await client.get(`${path}/${id}`)
    expect(body).to.deep.include({ workflowVersion: 1, workflow: { id: workflow._id, name: 'Renamed' } })

    const ref = currentRef(await Execution.findById(id).orFail().lean())
    const next = await completeStep(ref, { status: 'COMPLETED', branch: null, output: null, error: null })
    expect(next).to.deep.equal({ kind: 'END', status: 'COMPLETED' })
  })
})

describe('DELETE /workflows/:id/executions/:executionId', () => {
  const gateway = useGateway()

  it('cancels the execution once for ten requests, and answers with it', async () => {
    const { project, contact, client, path, start } = await setUp(gateway)
    const { id } = (await start({ contactId: contact._id })).body
    gateway.entries.splice(0)

    const results = await Promise.all(Array.from({ length: 10 }, () => client.delete(`${path}/${id}`)))

    const [first, ...others] = results.toSorted((one, other) => one.status - other.status)
    expect(first?.status).to.equal(200)
    expect(first?.body).to.include({ id, status: 'CANCELLED', wakeAt: null })
    expect(first?.body.completedAt).to.be.a('string')
    for (const other of others) expect(other).to.include({ status: 409, code: 'CONFLICT' })
    expect(gateway.entries).to.deep.equal([{ kind: 'execution', projectId: project.id, id }])
    const shown = (await client.get(`${path}/${id}`)).body
    expect(shown.status).to.equal('CANCELLED')
    expect(shown.stepExecutions).to.deep.equal([])
  })
})
