import { expect } from 'chai'
import { ProviderError } from '../../../activities/providers/provider.js'
import { sendStepEmail } from '../../../activities/execution/send-step-email.js'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { isOpen, openTemplateStep } from '../../../commands/automation/executions/open-step.js'
import { MAX_STEP_RUNS } from '../../../models/domain/workflow-graph.js'
import { Email, Execution, Wait } from '../../support/models.js'
import { createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { openExecution } from '../../support/open-execution.js'
import { waitingOf } from '../../support/outbox.js'
import { useProject } from '../../support/project.js'
import { currentRef } from '../../support/walks.js'

const condition = () => makeStep('CONDITION', { name: 'Pro?', config: { field: 'email', operator: 'exists' } })
const wait = () => makeStep('WAIT_FOR_EVENT', { name: 'Wait', config: { eventName: 'paid', timeout: 60 } })

describe('POST /workflows/:id/executions/:executionId/retry', () => {
  const { gateway, project, client } = useProject()

  const setUp = (step = condition(), allowReentry = false) =>
    openExecution(client, step, { projectId: project.id, allowReentry })
  const setUpMail = async () => {
    const template = await createTemplate({ projectId: project.id, type: 'TRANSACTIONAL' })
    return setUp(makeStep('SEND_EMAIL', { name: 'Mail', templateId: template._id }))
  }

  it('continues at the failed step, in the version of the execution', async () => {
    const { workflow, read, walk, fail, retry, show } = await setUp()
    await fail()
    await client.post(`/workflows/${workflow._id}/steps`, { type: 'EXIT', name: 'New', autoConnect: true })
    gateway.entries.splice(0)

    const res = await retry()

    expect(res.status).to.equal(200)
    const { _id: id } = await read()
    const { id: stepId } = workflow.steps[1] ?? {}
    const asBefore = { id, workflowVersion: 1, currentStepId: stepId, status: 'RUNNING' }
    expect(res.body).to.deep.include({ ...asBefore, exitReason: null, completedAt: null })
    expect(gateway.entries).to.deep.equal([{ kind: 'execution', projectId: project.id, id }])
    expect(await waitingOf('execution', project.id)).to.include(id)

    await walk('evaluateCondition')
    const ended = await show()
    expect(ended.status).to.equal('EXITED')
    expect(ended.stepExecutions).to.have.length(2)
    expect(ended.stepExecutions[0]).to.include({ sequence: 1, status: 'COMPLETED', error: null })
  })

  it('shows the step once, with the attempts of all its tries', async () => {
    const { read, walk, fail, retry, show } = await setUp()
    const shown = ({ status, attempts, error }: Record<string, unknown>) => [status, attempts, error]
    const steps = async () => (await show()).stepExecutions.map(shown)
    await openTemplateStep(currentRef(await read()), 3)
    expect(await steps()).to.deep.equal([['PENDING', 3, null]])
    await fail()
    expect(await steps()).to.deep.equal([['FAILED', 3, 'broken']])
    await retry()
    expect(await steps()).to.deep.equal([['PENDING', 4, null]])
    await fail('again')
    expect(await steps()).to.deep.equal([['FAILED', 4, 'again']])
    await retry()
    await walk('evaluateCondition', 2)
    expect((await steps())[0]).to.deep.equal(['COMPLETED', 6, null])
  })

  it('sends a new email after one that failed, and keeps the record of the first', async () => {
    const { deps, sent, walk, retry } = await setUpMail()
    const { provider } = deps
    const refuse = () => Promise.reject(new ProviderError('permanent', { provider: 'fake', code: 'Refused' }))
    deps.provider = { ...provider, send: refuse }
    expect(await walk('sendStepEmail')).to.deep.equal({ kind: 'END', status: 'FAILED' })
    deps.provider = provider
    expect((await retry()).status).to.equal(200)

    expect(await walk('sendStepEmail')).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'Done' })

    const emails = await Email.find({ projectId: project.id }).sort({ createdAt: 1 }).lean()
    expect(emails.map(({ status }) => status)).to.deep.equal(['FAILED', 'SENT'])
    expect(sent).to.have.length(1)
  })

  it('does not repeat an email that had left before its step failed, however often it is retried', async () => {
    const { deps, sent, read, walk, fail, retry } = await setUpMail()
    const ref = currentRef(await read())
    const open = await openTemplateStep(ref)
    if (!isOpen(open)) throw new Error('The step is not open')
    // The outcome was lost with the process.
    await sendStepEmail(deps, ref, open)
    for (let round = 0; round < 3; round += 1) {
      await fail('timeout')
      expect((await retry()).status).to.equal(200)
    }

    expect(await walk('sendStepEmail')).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'Done' })

    expect(sent).to.have.length(1)
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(1)
  })

  it('waits again for the whole time, and ignores events of the failed attempt', async () => {
    const { read, walk, fail, retry } = await setUp(wait())
    await walk('openWait')
    await fail()
    expect(await Wait.countDocuments({ projectId: project.id, state: 'open' })).to.equal(0)

    const res = await retry()

    expect(res.body.status).to.equal('WAITING')
    const { stepStartedAt, wakeAt } = await read()
    // The time of the end is of before the request was stored.
    expect(Number(wakeAt) - Number(stepStartedAt)).to.be.within(30_000, 61_000)
    expect(await walk('openWait')).to.equal(null)
    const waits = await Wait.find({ projectId: project.id }).sort({ retries: 1 }).lean()
    expect(waits.map(({ state, retries }) => `${state} ${retries}`)).to.deep.equal(['closed null', 'open 1'])
  })

  it('accepts one of ten retries, and keeps no outcome of the failed attempt', async () => {
    const { read, fail, retry } = await setUp()
    const late = currentRef(await read())
    await fail()
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => retry()))).map(({ status }) => status)
    expect(statuses.sort((a, b) => a - b)).to.deep.equal([200, ...Array<number>(9).fill(409)])
    expect((await read()).retries).to.equal(1)
    const outcome = { status: 'COMPLETED', branch: 'yes', output: null, error: null } as const
    expect(await completeStep(late, outcome)).to.include({ kind: 'CONDITION', sequence: 1, retries: 1 })
    expect(await openTemplateStep(late)).to.include({ kind: 'CONDITION', sequence: 1, retries: 1 })
    expect(await read()).to.include({ status: 'RUNNING', sequence: 1 })
    expect(await completeStep(currentRef(await read()), outcome)).to.include({ kind: 'END', status: 'EXITED' })
  })

  it('refuses an execution that has not failed', async () => {
    const { path, read, walk, retry } = await setUp()
    const refused = async (status: string) => {
      const res = await retry()
      expect(res.status).to.equal(409)
      expect(res.body.error).to.include({ code: 'CONFLICT', message: `The execution has not failed: ${status}` })
    }
    await refused('RUNNING')
    await client.delete(path)
    await refused('CANCELLED')
    expect(await walk('evaluateCondition')).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect((await read()).retries).to.equal(undefined)
  })

  it('refuses an execution that has run the maximum of steps', async () => {
    const { read, retry } = await setUp()
    const { _id } = await read()
    await Execution.updateOne({ _id }, { $set: { sequence: MAX_STEP_RUNS } })
    const last = { ...currentRef(await read()) }
    await completeStep(last, { status: 'COMPLETED', branch: null, output: null, error: null })
    expect(await read()).to.include({ status: 'FAILED', exitReason: 'step_limit' })
    expect(await retry()).to.deep.include({ status: 409, details: { reason: 'step_limit' } })
  })

  it('refuses an execution whose contact is deleted, and leaves it failed', async () => {
    const { contact, read, fail, retry } = await setUp()
    await fail()
    await client.delete(`/contacts/${contact._id}`)
    expect(await retry()).to.deep.include({ status: 409, details: { reason: 'contact_deleted' } })
    expect(await read()).to.include({ status: 'FAILED', exitReason: 'broken' })
  })

  it('refuses an execution whose contact is in the workflow again', async () => {
    const { contact, list, fail, retry } = await setUp(condition(), true)
    await fail()
    expect((await client.post(list, { contactId: contact._id })).status).to.equal(201)
    expect(await retry()).to.deep.include({ status: 409, details: { reason: 'contact_active' } })
    await client.post(`${list}/cancel-all`)
    expect((await retry()).status).to.equal(200)
    expect((await client.post(list, { contactId: contact._id })).status).to.equal(409)
  })

  it('continues although the workflow is disabled, and is cancelled only by a later cancellation of all', async () => {
    const { workflow, list, read, fail, retry, walk } = await setUp()
    await fail()
    await client.patch(`/workflows/${workflow._id}`, { enabled: false })
    expect((await client.post(`${list}/cancel-all`)).body.cancelled).to.equal(0)
    expect((await retry()).status).to.equal(200)
    expect((await client.post(`${list}/cancel-all`)).body.cancelled).to.equal(1)
    expect((await read()).status).to.equal('CANCELLED')
    expect(await walk('evaluateCondition')).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
  })
})
