import { expect } from 'chai'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { openExecution } from '../../support/open-execution.js'
import { useProject } from '../../support/project.js'

describe('POST /workflows/:id/executions/:executionId/retry with a version', () => {
  const { project, client, gateway } = useProject()

  /** A failed execution of a workflow with this step and an EXIT, which admits no contact twice. */
  async function setUp(step: Step) {
    const opened = await openExecution(client, step, { projectId: project.id })
    const change = async (method: 'patch' | 'delete', to: string, body?: object) => {
      expect((await client[method](`/workflows/${opened.workflow._id}${to}`, body)).status).to.be.within(200, 204)
    }
    await opened.fail()
    return { ...opened, change }
  }
  const condition = () =>
    makeStep('CONDITION', { name: 'Ada?', config: { field: 'email', operator: 'equals', value: 'bob@example.com' } })
  const forAda = { config: { field: 'email', operator: 'equals', value: 'ada@example.com' } }

  it('continues at the same step of the published version, and stays in that version', async () => {
    const { workflow, step, done, read, walk, change, retry, show } = await setUp(condition())
    await change('patch', `/steps/${step.id}`, forAda)
    await change('patch', `/steps/${done.id}`, { config: { reason: 'new' } })
    const { version } = (await client.get(`/workflows/${workflow._id}`)).body
    expect(version).to.be.greaterThan(1)
    gateway.entries.splice(0)

    const res = await retry({ version: 'current' })

    expect(res.status).to.equal(200)
    expect(res.body).to.include({
      workflowVersion: version,
      currentStepId: step.id,
      status: 'RUNNING',
      exitReason: null,
    })
    expect(gateway.entriesOf('execution')).to.have.length(1)
    await walk('evaluateCondition')
    const ended = await show()
    expect(ended).to.include({ status: 'EXITED', exitReason: 'new', workflowVersion: version })
    expect(ended.stepExecutions[0].output).to.include({ result: true })
    expect((await read()).workflowVersion).to.equal(version)
  })

  for (const body of [undefined, {}, { version: 'pinned' }]) {
    it(`stays in its version with ${JSON.stringify(body) ?? 'no body'}`, async () => {
      const { step, walk, change, retry, show } = await setUp(condition())
      await change('patch', `/steps/${step.id}`, forAda)
      const res = await retry(body)
      expect(res.status).to.equal(200)
      expect(res.body.workflowVersion).to.equal(1)
      await walk('evaluateCondition')
      expect((await show()).stepExecutions[0].output).to.include({ result: false })
    })
  }

  it('answers 422 that names `version` to any other one, and changes nothing', async () => {
    const { read, retry } = await setUp(condition())
    for (const version of ['latest', 'CURRENT', '', 2, null, ['current']]) {
      const { status, fields } = await retry({ version })
      expect([status, fields], JSON.stringify(version)).to.deep.equal([422, ['version']])
    }
    expect(await read()).to.include({ status: 'FAILED', workflowVersion: 1 })
  })

  it('answers 409 `step_deleted` once the step is gone, and can still be retried in its own version', async () => {
    const { step, read, change, retry } = await setUp(condition())
    await change('delete', `/steps/${step.id}`)
    const res = await retry({ version: 'current' })
    expect(res).to.deep.include({ status: 409, code: 'CONFLICT', details: { reason: 'step_deleted' } })
    expect(await read()).to.include({ status: 'FAILED', workflowVersion: 1 })
    expect((await retry()).status).to.equal(200)
  })

  it('sends the template that the published version names', async () => {
    const template = (subject: string) => createTemplate({ projectId: project.id, type: 'TRANSACTIONAL', subject })
    const [old, repaired] = [await template('Old'), await template('Repaired')]
    const { step, sent, walk, change, retry } = await setUp(makeStep('SEND_EMAIL', { templateId: old._id }))
    await change('patch', `/steps/${step.id}`, { templateId: repaired._id })
    expect((await retry({ version: 'current' })).status).to.equal(200)
    await walk('sendStepEmail')
    expect(sent.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())).to.deep.equal(['Repaired'])
  })

  it('continues with steps that only the published version has', async () => {
    const { workflow, step, done, sent, walk, change, retry, show } = await setUp(
      makeStep('UPDATE_CONTACT', { config: { updates: { plan: 'pro' } } }),
    )
    await change('delete', `/steps/${done.id}`)
    const { _id: templateId } = await createTemplate({ projectId: project.id, type: 'TRANSACTIONAL' })
    const added = { type: 'SEND_EMAIL', name: 'New', config: {}, templateId, autoConnect: true }
    expect((await client.post(`/workflows/${workflow._id}/steps`, added)).status).to.equal(201)
    expect((await retry({ version: 'current' })).status).to.equal(200)
    expect(await walk('updateStepContact')).to.include({ kind: 'SEND_EMAIL', name: 'New' })
    await walk('sendStepEmail')
    expect(sent).to.have.length(1)
    const { status, stepExecutions } = await show()
    expect(status).to.equal('COMPLETED')
    expect(stepExecutions.map(({ stepId }: { stepId: string }) => stepId)[0]).to.equal(step.id)
  })

  it('uses the times of the repaired delay and wait', async () => {
    const wait = await setUp(makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 60 } }))
    await wait.change('patch', `/steps/${wait.step.id}`, { config: { eventName: 'bought', timeout: 600 } })
    const { body } = await wait.retry({ version: 'current' })
    expect(Date.parse(body.wakeAt) - Number((await wait.read()).stepStartedAt)).to.be.within(500_000, 610_000)
  })

  it('accepts one of several retries, of whichever version', async () => {
    const { step, read, change, retry } = await setUp(condition())
    await change('patch', `/steps/${step.id}`, forAda)
    const all = await Promise.all(['pinned', 'current', 'pinned', 'current'].map((version) => retry({ version })))
    expect(all.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([200, 409, 409, 409])
    const won = all.find(({ status }) => status === 200)
    expect((await read()).workflowVersion).to.equal(won?.body.workflowVersion)
  })
})
