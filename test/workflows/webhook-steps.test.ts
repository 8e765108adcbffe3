import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { expect } from 'chai'
import { createWebhookClient, type WebhookClient } from '../../activities/webhook/webhook-client.js'
import { retryExecution } from '../../commands/automation/executions/retry-execution.js'
import { webhookSecretOf } from '../../commands/tenancy/projects/webhook-secret.js'
import { Contact, Execution } from '../support/models.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { StepRef } from '../../models/domain/next-step.js'
import type { WebhookConfig } from '../../models/domain/webhook-step.js'
import { dispatchExecution } from '../../outbox/dispatch.js'
import { startReceiver, type Receiver } from '../activities/webhook/receiver.js'
import { isSigned } from '../activities/webhook/webhook-calls.js'
import { ENCRYPTION_KEYS } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../support/factories.js'
import { makeStep, makeTransition } from '../support/graphs.js'
import { keepHistory, type HistoryEvent } from '../support/record-histories.js'
import { beginExecution, outcomesOf } from '../support/walks.js'
import { useTemporalWorkers } from './temporal-workers.js'
import { documentsOf, enqueued } from '../support/outbox.js'

describe('walking a WEBHOOK step', () => {
  useDatabase()

  let webhooks: WebhookClient
  let receiver: Receiver
  /** Stands in for the activity where a test has one. */
  let insteadOfCalling: ((ref: StepRef) => Promise<never>) | null

  before(async () => {
    receiver = await startReceiver()
    webhooks = createWebhookClient({ allowPrivate: { hosts: [receiver.host], ranges: [] } })
  })
  const workers = useTemporalWorkers(
    ({ executions, webhooks: hooks }) => {
      const { callStepWebhook } = hooks.activities as Record<string, (ref: StepRef) => Promise<unknown>>
      const replaced = { callStepWebhook: (ref: StepRef) => (insteadOfCalling ?? callStepWebhook)?.(ref) }
      return { executions, webhooks: { ...hooks, activities: { ...hooks.activities, ...replaced } } }
    },
    () => ({ webhooks, settings: { encryptionKeys: ENCRYPTION_KEYS } }),
  )
  beforeEach(() => {
    insteadOfCalling = null
    receiver.requests.splice(0)
    receiver.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"account.id":"secret-account"}')
  })
  after(async () => {
    webhooks.close()
    await receiver.close()
  })

  /** Walks a contact through a webhook, behind which its outcomes mark the contact. */
  async function walk(config: WebhookConfig, branches: string[] = ['success', 'failure']) {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId, email: 'grace@example.com', data: { code: 'secret-code' } })
    const hook = makeStep('WEBHOOK', { name: 'CRM', config: { url: `${receiver.origin}/{{ data.code }}`, ...config } })
    const marks = branches.map((branch) => {
      const updates = { outcome: branch, account: "{{ steps.CRM.response['account.id'] }}" }
      return makeStep('UPDATE_CONTACT', { name: `Mark ${branch}`, config: { updates } })
    })
    const workflow = await createWorkflow({
      projectId,
      steps: [hook, ...marks],
      transitions: marks.map((mark, index) => makeTransition(hook, mark, branches[index])),
    })
    const execution = await beginExecution(workflow, contact._id)
    await dispatchExecution(workers.temporal, { projectId, id: execution._id })
    const ended = await eventually(
      () => Execution.findById(execution._id).orFail().lean(),
      ({ status }) => status !== 'RUNNING',
    )
    const history = await workers.endedHistory(ended.temporalWorkflowId)
    const walked = (await outcomesOf(execution._id)).find(({ stepId }) => stepId === hook.id)
    const { data } = await Contact.findById(contact._id).orFail().lean()
    const [output, ofContact] = [unescapeData(walked?.output), unescapeData(data)]
    return { projectId, execution: ended, history, walked, output, data: ofContact }
  }

  it('calls it signed, goes on with success, and lets later steps see what came back', async () => {
    const { projectId, execution, history, walked, output, data } = await walk({})

    const [request] = receiver.requests
    expect(receiver.requests).to.have.length(1)
    expect(request).to.include({ method: 'POST', path: '/secret-code' })
    expect(request && isSigned(request, await webhookSecretOf(projectId, ENCRYPTION_KEYS))).to.equal(true)
    expect(request?.headers).to.include({
      'webhook-id': `${execution._id}:1`,
      'idempotency-key': `${execution._id}:1`,
      'content-type': 'application/json',
    })
    expect(JSON.parse(request?.body.toString() ?? '').contact.email).to.equal('grace@example.com')
    expect(execution.status).to.equal('COMPLETED')
    expect(walked).to.include({ status: 'COMPLETED', branch: 'success', attempts: 1 })
    expect(output).to.deep.equal({
      url: `${receiver.origin}/secret-code`,
      method: 'POST',
      statusCode: 200,
      success: true,
      response: { 'account.id': 'secret-account' },
      attempts: 1,
    })
    expect(data).to.deep.equal({ code: 'secret-code', outcome: 'success', account: 'secret-account' })
    await keepHistory('walk-webhook', history)
    expectNothingPersonal(history.events)
    expect(readable(history.events)).to.include('"CRM"')
  })

  it('tries again when the endpoint asked it to and no sooner, under the same id', async () => {
    const times: number[] = []
    receiver.answer = (_request, response) => {
      times.push(Date.now())
      if (times.length === 1) response.writeHead(503, { 'retry-after': '2' }).end('busy')
      else response.end()
    }
    const { walked, output } = await walk({})

    const [first, second] = receiver.requests
    expect(walked).to.include({ status: 'COMPLETED', branch: 'success', attempts: 2 })
    expect(output).to.include({ statusCode: 200, success: true, attempts: 2 })
    expect((times[1] ?? 0) - (times[0] ?? 0)).to.be.at.least(1_900)
    expect(second?.headers['webhook-id']).to.equal(first?.headers['webhook-id'])
    expect(second?.headers['idempotency-key']).to.equal(first?.headers['idempotency-key'])
    expect(Number(second?.headers['webhook-timestamp'])).to.be.greaterThan(Number(first?.headers['webhook-timestamp']))
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).to.equal(true)
  })

  it('goes on with failure when its attempts are used up, and tells an operator why and nothing else', async () => {
    receiver.answer = (_request, response) => response.writeHead(500).end('secret-answer')
    const { execution, history, walked, output, data } = await walk({ maxAttempts: 2 })

    expect(receiver.requests).to.have.length(2)
    expect(execution).to.include({ status: 'COMPLETED', exitReason: null })
    expect(walked).to.include({ status: 'COMPLETED', branch: 'failure', error: 'HTTP 500', attempts: 2 })
    expect(output).to.include({ statusCode: 500, success: false, response: 'secret-answer', attempts: 2 })
    expect(data).to.include({ outcome: 'failure' })
    await keepHistory('walk-webhook-failure', history)
    expectNothingPersonal(history.events)
    expect(JSON.stringify(history.events)).to.include('HTTP 500')
  })

  it('fails with the reason when nothing takes the failure, and calls once what refused it', async () => {
    receiver.answer = (_request, response) => response.writeHead(404).end()
    const { execution, history, walked } = await walk({}, ['success'])

    expect(receiver.requests).to.have.length(1)
    expect(execution).to.include({ status: 'FAILED', exitReason: 'HTTP 404' })
    expect(walked).to.include({ status: 'FAILED', error: 'HTTP 404', attempts: 1 })
    expect(history.events.map(({ eventType }) => eventType)).to.include('EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES')
    expect(history.events.at(-1)?.eventType).to.equal('EVENT_TYPE_WORKFLOW_EXECUTION_FAILED')
    expect(JSON.stringify(history.events.at(-1))).to.include('HTTP 404')
    expectNothingPersonal(history.events)
  })

  it('goes on under the same id when the execution is retried', async () => {
    receiver.answer = (_request, response) => response.writeHead(404).end()
    const { projectId, execution } = await walk({}, ['success'])
    receiver.answer = (_request, response) => response.end()
    const { _id: executionId, workflowId } = execution
    const entries = await enqueued(() => retryExecution({ projectId, workflowId, executionId }))
    for (const entry of documentsOf(entries)) await dispatchExecution(workers.temporal, entry)
    const ended = await eventually(
      () => Execution.findById(executionId).orFail().lean(),
      ({ status }) => status !== 'RUNNING',
    )
    await workers.endedHistory(ended.temporalWorkflowId)
    expect(ended.status).to.equal('COMPLETED')
    expect(receiver.requests.map(({ headers }) => headers['idempotency-key'])).to.deep.equal([
      `${executionId}:1`,
      `${executionId}:1`,
    ])
  })

  it('reaches nothing private', async () => {
    const hidden = await startReceiver()
    const { execution, output } = await walk({ url: `${hidden.origin}/secret-code` }, ['success'])
    expect(execution).to.include({ status: 'FAILED', exitReason: 'private address' })
    expect(output).to.include({ statusCode: null, success: false, response: null, attempts: 1 })
    expect(hidden.connections.reached).to.be.empty
    await hidden.close()
  })

  it('goes on with failure also where the worker could not record one', async () => {
    insteadOfCalling = async () => {
      throw ApplicationFailure.create({
        message: 'lost',
        nonRetryable: true,
        category: ApplicationFailureCategory.BENIGN,
      })
    }
    const { execution, walked, output } = await walk({})
    expect(execution.status).to.equal('COMPLETED')
    expect(walked).to.include({ status: 'COMPLETED', branch: 'failure', error: 'lost' })
    const nothing = { url: null, method: null, statusCode: null, response: null }
    expect(output).to.deep.equal({ ...nothing, success: false, attempts: 1 })
  })
})

function expectNothingPersonal(events: HistoryEvent[]): void {
  for (const secret of ['grace@', 'secret-', '127.0.0.1']) expect(readable(events)).to.not.include(secret)
}

/** A history as text, with its payloads decoded from Base64. */
function readable(events: HistoryEvent[]): string {
  return JSON.stringify(events).replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  )
}
