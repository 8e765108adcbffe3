import { expect } from 'chai'
import { createClient } from '../support/http-client.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

describe('the main job', () => {
  const posthorn = useStack()
  const execution = async (workflowId: string) => {
    const { body } = await posthorn.api.get(`/workflows/${workflowId}/executions`)
    const [first] = body.data
    return first ? (await posthorn.api.get(`/workflows/${workflowId}/executions/${first.id}`)).body : null
  }
  const until = (workflowId: string, ...statuses: string[]) =>
    eventually(
      () => execution(workflowId),
      (found) => statuses.includes(found?.status),
    )
  const subjects = async (to: string) => (await posthorn.inbox({ to })).map(({ subject }) => subject).toReversed()

  it('delivers a transactional mail with its attachment, once for each idempotency key', async () => {
    const { api } = posthorn
    const message = {
      to: { name: 'Ada Lovelace', email: 'ada@main-job.example' },
      subject: 'Invoice {{ number }}',
      body: '<p>Dear {{ first name ?? customer }}</p>',
      from: 'billing@example.com',
      data: { number: 7, 'first name': 'Ada' },
      attachments: [
        { filename: 'invoice.txt', content: Buffer.from('42 EUR').toString('base64'), contentType: 'text/plain' },
      ],
    }
    const key = { 'idempotency-key': 'invoice-7' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post('/v1/send', message, key)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).to.have.length(1)
    expect(statuses.filter((status) => status === 409)).to.have.length(4)

    const [listed] = await eventually(
      () => posthorn.inbox({ to: 'ada@main-job.example' }),
      (messages) => messages.length > 0,
    )
    const { body } = await createClient(posthorn.stack.info.inbox).get(`/messages/${listed?.id}`)
    expect(body.subject).to.equal('Invoice 7')
    expect(body.text).to.include('Dear Ada')
    expect(body.attachments).to.have.length(1)
    expect(body.attachments[0]).to.include({ filename: 'invoice.txt', contentType: 'text/plain', sizeBytes: 6 })
    expect((await posthorn.inbox({ to: 'ada@main-job.example' })).length).to.equal(1)
  })

  it('runs a workflow: mail, delay, wait for an event, condition, mail, exit', async () => {
    const { api } = posthorn
    const workflowId = await makeWorkflow(api, {
      name: 'Onboarding',
      eventName: 'signed up',
      steps: [
        { name: 'Welcome', type: 'SEND_EMAIL', templateId: await makeTemplate(api, 'Welcome') },
        { name: 'A moment', type: 'DELAY', config: { amount: 0.03, unit: 'minutes' } },
        { name: 'Wait for upgrade', type: 'WAIT_FOR_EVENT', config: { eventName: 'upgraded', timeout: 120 } },
        {
          name: 'Is pro?',
          type: 'CONDITION',
          config: { field: 'data.plan', operator: 'equals', value: 'pro' },
          after: { step: 'Wait for upgrade', branch: 'event' },
        },
        {
          name: 'Thanks',
          type: 'SEND_EMAIL',
          templateId: await makeTemplate(api, 'Thanks'),
          after: { step: 'Is pro?', branch: 'yes' },
        },
        { name: 'Note it', type: 'UPDATE_CONTACT', config: { updates: { thanked: true } } },
        { name: 'Done', type: 'EXIT', config: { reason: 'upgraded' } },
      ],
    })
    await posthorn.track('bob@main-job.example', 'signed up')
    await eventually(
      () => execution(workflowId),
      (found) => found?.stepExecutions.at(-1)?.step.name === 'Wait for upgrade',
    )
    await posthorn.track('bob@main-job.example', 'upgraded', { plan: 'pro' })

    const ended = await until(workflowId, 'EXITED', 'FAILED', 'COMPLETED')
    expect(ended).to.include({ status: 'EXITED', exitReason: 'upgraded' })
    const walked = ['Welcome', 'A moment', 'Wait for upgrade', 'Is pro?', 'Thanks', 'Note it', 'Done']
    const names = ended.stepExecutions.map(({ step }: { step: { name: string } }) => step.name)
    expect(names).to.deep.equal(walked)
    expect(await subjects('bob@main-job.example')).to.deep.equal(['Welcome', 'Thanks'])
    const { body } = await api.get('/contacts?search=bob@main-job.example')
    expect(body.data[0].data).to.deep.equal({ plan: 'pro', thanked: true })
  })

  it('takes the other branch when a wait times out', async () => {
    const { api } = posthorn
    const workflowId = await makeWorkflow(api, {
      name: 'Reminder',
      eventName: 'cart filled',
      steps: [
        { name: 'Wait for order', type: 'WAIT_FOR_EVENT', config: { eventName: 'ordered', timeout: 1 } },
        {
          name: 'Remind',
          type: 'SEND_EMAIL',
          templateId: await makeTemplate(api, 'Your cart'),
          after: { step: 'Wait for order', branch: 'timeout' },
        },
      ],
    })
    await posthorn.track('carol@main-job.example', 'cart filled')
    expect(await until(workflowId, 'COMPLETED', 'FAILED')).to.include({ status: 'COMPLETED' })
    expect(await subjects('carol@main-job.example')).to.deep.equal(['Your cart'])
  })

  it('sends nothing more for an execution that was cancelled', async () => {
    const { api, stack } = posthorn
    const workflowId = await makeWorkflow(api, {
      name: 'Nurture',
      eventName: 'lead',
      steps: [
        { name: 'Pause', type: 'DELAY', config: { amount: 60, unit: 'minutes' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId: await makeTemplate(api, 'Nurture') },
      ],
    })
    await posthorn.track('dave@main-job.example', 'lead')
    const waiting = await until(workflowId, 'WAITING')
    const path = `/workflows/${workflowId}/executions/${waiting.id}`
    const cancelled = await api.delete(path)
    expect(cancelled.status).to.equal(200)
    expect(cancelled.body.status).to.equal('CANCELLED')
    expect((await api.delete(path)).status).to.equal(409)

    // The Temporal workflow execution closes as cancelled, so that no timer is left.
    const workflow = encodeURIComponent(waiting.temporalWorkflowId)
    const ui = `${stack.info.temporalUi}/api/v1/namespaces/default/workflows/${workflow}`
    // The test waits with the whole answer, so that a failure shows what the UI answered instead.
    await eventually(
      async () => (await (await fetch(ui)).json()) as { workflowExecutionInfo?: { status: string } },
      ({ workflowExecutionInfo }) => workflowExecutionInfo?.status === 'WORKFLOW_EXECUTION_STATUS_CANCELED',
    )
    expect(await subjects('dave@main-job.example')).to.deep.equal([])
  })
})
