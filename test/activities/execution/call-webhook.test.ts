import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import { WebhookRefused, WebhookUnreachable } from '../../../activities/webhook/failures.js'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import { cancelExecution } from '../../../commands/automation/executions/cancel-execution.js'
import { cancelExecutions } from '../../../commands/automation/executions/cancel-executions.js'
import { executionScope } from '../../../commands/automation/executions/execution-scope.js'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { isOpen, openTemplateStep } from '../../../commands/automation/executions/open-step.js'
import { webhookSecretOf } from '../../../commands/tenancy/projects/webhook-secret.js'
import { Contact, Execution, Workflow } from '../../support/models.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { Project } from '../../../models/project.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { enterWebhookStep } from './webhook-step.js'

const url = 'https://crm.example.com/hook'
const answer = (statusCode: number, response: unknown = null) => ({ statusCode, response, truncated: false })
const nothingThrown = () => expect.fail('nothing was thrown')
const thrown = (promise: Promise<unknown>) => promise.then(nothingThrown, (error: ApplicationFailure) => error)
const leftover = (executionId: string) => Execution.exists({ _id: executionId, isCalling: true })

// This text reaches the limit of memory within a few steps, however slow the machine is.
const DOUBLED_FORTY_TIMES =
  '{% assign text = "0123456789" %}{% for n in (1..40) %}{% assign text = text | append: text %}{% endfor %}'

describe('the request of a WEBHOOK step', () => {
  useDatabase()

  it('is filled in with contact, event, earlier outputs and the workflow, without escaping', async () => {
    const template = { name: '{{ contact.data.name }}', tags: ['{{ event.tag }}', 7, null] }
    const { ref, contact, calls, walk } = await enterWebhookStep({
      config: {
        url: 'https://{{ data.host }}/c/{{ email | url_encode }}?e={{ event.name }} ',
        method: 'PUT',
        headers: { 'X-Plan': ' {{ plan }}\n', 'X-Workflow': '{{ workflow.name }} {{ execution.id }}' },
        body: { ...template, plain: true, '{{ key }}': 'as it is' },
      },
      contact: { email: 'a+b@example.com', data: { host: 'crm.example.com', plan: 'pro & co', name: '<Zoë>' } },
      context: { name: 'signed', tag: '"x"' },
    })
    expect(await walk()).to.include({ status: 'COMPLETED', branch: 'success' })

    const [call] = calls
    expect(call).to.include({ url: 'https://crm.example.com/c/a%2Bb%40example.com?e=signed', method: 'PUT' })
    const own = { 'X-Plan': 'pro & co', 'X-Workflow': `Onboarding ${ref.executionId}` }
    expect(call?.headers).to.deep.equal({ ...own, 'Content-Type': 'application/json' })
    const body = { name: '<Zoë>', tags: ['"x"', 7, null], plain: true, '{{ key }}': 'as it is' }
    expect(JSON.parse(call?.body ?? '')).to.deep.equal(body)
    expect(contact.email).to.equal('a+b@example.com')
  })

  it('has the contact, the event and the workflow as its body unless the step has a body', async () => {
    for (const method of [undefined, 'POST', 'PUT', 'PATCH'] as const) {
      const { ref, contact, calls, walk } = await enterWebhookStep({
        config: { url, ...(method ? { method } : {}) },
        contact: { data: { 'a.b': 1, plan: 'pro' } },
        context: { $order: { id: 7 } },
      })
      await walk()
      const { workflowId } = await Execution.findById(ref.executionId).orFail().lean()
      expect(calls[0]?.method).to.equal(method ?? 'POST')
      expect(calls[0]?.headers).to.deep.equal({ 'Content-Type': 'application/json' })
      expect(JSON.parse(calls[0]?.body ?? '')).to.deep.equal({
        contact: { id: contact._id, email: contact.email, subscribed: true, data: { 'a.b': 1, plan: 'pro' } },
        workflow: { id: workflowId, name: 'Onboarding' },
        execution: { id: ref.executionId },
        step: { id: ref.stepId, name: 'CRM' },
        event: { $order: { id: 7 } },
      })
    }
  })

  it('has no body with GET and DELETE, and a text body with its type', async () => {
    const sent = async (config: object) => {
      const { calls, walk } = await enterWebhookStep({ config: { url, ...config } })
      await walk()
      return [calls[0]?.body, calls[0]?.headers]
    }
    expect(await sent({ method: 'GET' })).to.deep.equal([null, {}])
    expect(await sent({ method: 'DELETE' })).to.deep.equal([null, {}])
    const json = { 'Content-Type': 'application/json' }
    expect(await sent({ method: 'DELETE', body: ['x'] })).to.deep.equal(['["x"]', json])
    expect(await sent({ body: '{"a": {{ 1 | plus: 1 }}}' })).to.deep.equal(['{"a": 2}', json])
    expect(await sent({ body: 'a=b' })).to.deep.equal(['a=b', { 'Content-Type': 'text/plain; charset=utf-8' }])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await sent({ body: 'a=b', headers: form })).to.deep.equal(['a=b', form])
  })

  it('takes values that cannot change the address or the keys, and a content type that no contact decides', async () => {
    const config = {
      url: 'https://crm.example.com/users/{{ data.name }}/notes?email={{ email }}',
      headers: { 'X-At': '{{ "2026-03-29T10:00:00Z" | date: "%H:%M" }}' },
      body: '{"name":"{{ data.name }}","points":{{ data.points }}}',
    }
    for (const name of ['Ann', '../admin?x=1#', 'x","role":"admin', 'a\nb']) {
      const contact = { email: 'a+b@example.com', data: { name, points: 5 } }
      const { ref, calls, walk } = await enterWebhookStep({ config, contact })
      await Project.updateOne({ _id: ref.projectId }, { $set: { timezone: 'Europe/Berlin' } })
      expect(await walk()).to.include({ status: 'COMPLETED' })
      const [call] = calls
      const url = `https://crm.example.com/users/${encodeURIComponent(name)}/notes?email=a%2Bb%40example.com`
      expect(call).to.include({ url })
      expect(call?.headers).to.deep.equal({ 'X-At': '12:00', 'Content-Type': 'application/json' })
      expect(JSON.parse(call?.body ?? '')).to.deep.equal({ name, points: 5 })
    }
  })

  it('is not made when a value cannot be carried, which fails the step', async () => {
    const config = { url: 'https://crm.example.com/users/{{ data.name }}/notes' }
    for (const name of ['..', '.', '']) {
      const { calls, walk } = await enterWebhookStep({ config, contact: { data: { name } } })
      const error = 'A value is not allowed in the path of the URL'
      expect(await walk()).to.include({ status: 'FAILED', branch: 'failure', error })
      expect(calls).to.be.empty
    }
  })

  it('is signed with the secret of the project, under one id for every attempt and retry', async () => {
    const { ref, calls, walk } = await enterWebhookStep({ config: { url, timeoutSeconds: 3 } })
    const startedAt = Date.now()
    await walk()
    await walk()
    const id = `${ref.executionId}:1`
    const secret = await webhookSecretOf(ref.projectId, ENCRYPTION_KEYS)
    for (const { signing, idempotencyKey, timeoutMs } of calls) {
      const signed = { secret, id, sentAt: 0, idempotencyKey: id, timeoutMs: 3_000 }
      expect({ ...signing, sentAt: 0, idempotencyKey, timeoutMs }).to.deep.equal(signed)
      expect(signing.sentAt.getTime()).to.be.within(startedAt, Date.now())
    }
    expect(calls).to.have.length(2)
  })
})

describe('the outcome of a WEBHOOK step', () => {
  useDatabase()

  it('is a success with the response, which later steps see with its keys', async () => {
    const response = { 'a.b': [{ $set: 1 }], '': 'empty', '100%2E': 1, _bsontype: 'ObjectId', nested: { deep: null } }
    const { ref, calls, walk } = await enterWebhookStep({
      config: { url },
      respond: () => (calls.length === 1 ? Promise.reject(new WebhookUnreachable('HTTP 503')) : answer(201, response)),
      branches: ['success'],
      next: 'UPDATE_CONTACT',
    })
    await thrown(walk())
    const result = await walk()
    const output = { url, method: 'POST', statusCode: 201, success: true, response, attempts: 2 }
    expect(result).to.deep.equal({ status: 'COMPLETED', branch: 'success', output, error: null })

    const next = await completeStep(ref, result)
    if (next.kind === 'END') throw new Error('The walk ended')
    const open = await openTemplateStep({ ...ref, stepId: next.stepId, sequence: next.sequence })
    if (!isOpen(open)) throw new Error('The step is not open')
    expect(executionScope(open)['steps']).to.deep.equal({ CRM: output })
  })

  it('says when the response was cut', async () => {
    const respond = () => ({ statusCode: 200, response: 'x', truncated: true })
    const { walk } = await enterWebhookStep({ config: { url }, respond })
    expect((await walk()).output).to.deep.include({ response: 'x', truncated: true })
  })

  const refused = new WebhookRefused('HTTP 404', answer(404, 'gone'))
  const failures: [branches: (string | null)[], status: string][] = [
    [['failure'], 'COMPLETED'],
    [[null], 'COMPLETED'],
    [['success', null], 'COMPLETED'],
    [['success', 'failure'], 'COMPLETED'],
    [['success'], 'FAILED'],
    [[], 'FAILED'],
  ]
  for (const [branches, status] of failures) {
    it(`is ${status} after a refusal, with the branches ${JSON.stringify(branches)}`, async () => {
      const respond = () => Promise.reject(refused)
      const { ref, walk } = await enterWebhookStep({ config: { url }, respond, branches })
      const result = await walk()
      const output = { url, method: 'POST', statusCode: 404, success: false, response: 'gone', attempts: 1 }
      expect(result).to.deep.equal({ status, branch: 'failure', output, error: 'HTTP 404' })
      const ended = status === 'FAILED' ? 'FAILED' : 'EXITED'
      expect(await completeStep(ref, result)).to.include({ kind: 'END', status: ended })
      const exitReason = status === 'FAILED' ? 'HTTP 404' : null
      expect(await Execution.findById(ref.executionId).lean()).to.include({ status: ended, exitReason })
    })
  }

  it('is open while attempts are left: Temporal gets the time of the next one, and no detail of the call', async () => {
    const unreachable = new WebhookUnreachable('HTTP 503', { answer: answer(503, 'secret'), retryAfterMs: 90_000 })
    const hidden = 'https://secret.example/'
    const respond = () => Promise.reject(unreachable)
    const { walk } = await enterWebhookStep({ config: { url: hidden, maxAttempts: 3 }, respond })
    for (let attempt = 1; attempt < 3; attempt += 1) {
      const failure = await thrown(walk())
      expect(failure).to.be.instanceOf(ApplicationFailure)
      expect(failure).to.include({ message: 'HTTP 503', type: 'WEBHOOK_UNREACHABLE', nextRetryDelay: 90_000 })
      expect(failure.nonRetryable).to.not.equal(true)
      expect(JSON.stringify([failure.details, failure.cause])).to.not.include('secret')
    }
    const call = { url: hidden, method: 'POST', statusCode: 503, success: false, response: 'secret', attempts: 3 }
    expect(await walk()).to.deep.equal({ status: 'FAILED', branch: 'failure', output: call, error: 'HTTP 503' })
  })

  it('leaves the time of the next attempt to Temporal when the endpoint names none', async () => {
    const respond = () => Promise.reject(new WebhookUnreachable('connection refused'))
    const { walk } = await enterWebhookStep({ config: { url }, respond })
    const failure = await thrown(walk())
    expect([failure.message, failure.nextRetryDelay ?? null]).to.deep.equal(['connection refused', null])
  })

  it('is a failure when a template fails, or when its result is too large to send', async () => {
    const configs = {
      'The template needs too much memory to render': { url, body: DOUBLED_FORTY_TIMES },
      'URL longer than 8 KB': { url: `${url}?{% for i in (1..90) %}${'x'.repeat(100)}{% endfor %}` },
      'request body above 1 MB': { url, body: 'ä'.repeat(600_000) },
    }
    for (const [error, config] of Object.entries(configs)) {
      const { calls, walk } = await enterWebhookStep({ config })
      const result = await walk()
      expect(result, error).to.include({ status: 'FAILED', branch: 'failure', error })
      expect(calls, error).to.be.empty
    }
  })

  it('is open when the worker stops in the middle, and the call is made again', async () => {
    const controller = new AbortController()
    const { walk } = await enterWebhookStep({
      config: { url },
      respond: ({ signal }) => {
        controller.abort(new Error('stop'))
        signal?.throwIfAborted()
        return answer(200)
      },
    })
    const failure = await thrown(walk({ signal: controller.signal }))
    expect(failure).to.include({ message: 'worker stopping', type: 'WEBHOOK_UNREACHABLE' })
  })

  it('counts no attempt for a failure that the receiver did not cause', async () => {
    const [away, refused] = [() => new Error('MongoDB is away'), () => new WebhookUnreachable('HTTP 503')]
    const causes: (() => unknown)[] = [away, refused, away, away, refused]
    const { calls, walk } = await enterWebhookStep({
      config: { url, maxAttempts: 3 },
      respond: () => {
        const cause = causes[calls.length - 1]
        return cause ? Promise.reject(cause()) : answer(200)
      },
    })
    while (calls.length < causes.length) await thrown(walk())
    expect(await walk()).to.deep.include({ status: 'COMPLETED', branch: 'success' })
  })

  it('is not recorded for an error that is no failure of the call, which is thrown', async () => {
    const broken = new Error('MongoDB is away')
    const { ref, walk } = await enterWebhookStep({ config: { url }, respond: () => Promise.reject(broken) })
    expect(await thrown(walk())).to.equal(broken)
    expect(await leftover(ref.executionId)).to.equal(null)
  })

  it('is absent for a contact that is gone', async () => {
    const left: string[] = []
    const respond = () => {
      left.push('sent')
      return answer(200)
    }
    const { contact, walk } = await enterWebhookStep({ config: { url }, respond })
    const isGone = async (): Promise<void> => void (await Contact.deleteOne({ _id: contact._id }))
    // The deletion of the contact ends the execution.
    expect(await walk({ meanwhile: isGone })).to.deep.include({ status: 'SKIPPED', output: { reason: 'cancelled' } })
    expect(left).to.be.empty
  })
})

describe('a WEBHOOK step whose execution is cancelled', () => {
  useDatabase()

  it('makes no request after the cancellation is answered, however late it comes', async () => {
    const left: string[] = []
    const ends: ((ref: { projectId: string; workflowId: string; executionId: string }) => Promise<unknown>)[] = [
      (ref) => cancelExecution(ref),
      ({ workflowId }) => Workflow.deleteOne({ _id: workflowId }),
    ]
    for (const end of ends) {
      const step = await enterWebhookStep({
        config: { url },
        respond: () => {
          left.push('sent')
          return answer(200)
        },
      })
      const { projectId, executionId } = step.ref
      const { workflowId } = await Execution.findById(executionId).orFail().lean()
      const calls = step.calls
      // The step was read while it was open, and ended while the call is being prepared.
      calls.push = (call) => {
        const { mayLeave } = call
        call.mayLeave = async () => {
          await end({ projectId, workflowId, executionId })
          await mayLeave?.()
        }
        return 0
      }
      expect(await step.walk()).to.deep.include({ status: 'SKIPPED', output: { reason: 'cancelled' } })
      expect(await leftover(executionId)).to.equal(null)
    }
    expect(left).to.be.empty
  })

  const ENDS: [what: string, end: (ref: ExecutionRecord) => Promise<unknown>][] = [
    ['cancellation', ({ _id, ...ref }) => cancelExecution({ ...ref, executionId: _id })],
    ['cancellation of all', (ref) => cancelExecutions(ref)],
    ['deletion of its contact', (ref) => deleteContact(ref)],
  ]
  for (const [what, end] of ENDS) {
    it(`answers the ${what} only once a call on its way has ended`, async () => {
      let isOver = false
      let wasOver: Promise<boolean> | undefined
      const endIt = async (execution: ExecutionRecord): Promise<boolean> => {
        await end(execution)
        return isOver
      }
      const step = await enterWebhookStep({
        config: { url },
        respond: async () => {
          wasOver = endIt(await Execution.findById(step.ref.executionId).orFail().lean())
          await eventuallyEquals(
            async () => (await Execution.findById(step.ref.executionId).orFail().lean()).status,
            'CANCELLED',
          )
          isOver = true
          return answer(200)
        },
      })
      await step.walk()
      expect(await wasOver).to.equal(true)
    })
  }
})
