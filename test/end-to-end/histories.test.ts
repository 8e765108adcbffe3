import { expect } from 'chai'
import { Email, Execution, Template } from '../support/models.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { fetchHistory, keepHistory, type HistoryEvent } from '../support/record-histories.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow, type StepPlan } from '../support/workflows.js'
import { waitingOf } from '../support/outbox.js'

const MAX_EVENTS = 25

describe('the histories of Temporal workflow executions', () => {
  const posthorn = useStack()

  /** Runs a workflow for one contact and returns the whole history. */
  async function walk(
    name: string,
    steps: StepPlan[],
    { before, during }: { before?: () => Promise<unknown>; during?: (workflowId: string) => Promise<unknown> } = {},
  ) {
    const workflowId = await makeWorkflow(posthorn.api, { name, eventName: name, steps })
    await before?.()
    await posthorn.track('grace@example.com', name, { favourite: 'secret-colour' })
    await during?.(workflowId)
    const execution = await eventually(
      () => Execution.findOne({ workflowId }).lean(),
      (found) => found !== null && !['RUNNING', 'WAITING'].includes(found.status),
    )
    const id = execution?.temporalWorkflowId ?? ''
    const history = await closedHistory(id)
    return { history, status: execution?.status }
  }
  const closedHistory = (id: string) =>
    eventually(
      () => fetchHistory(posthorn, id),
      ({ events }) => /_EXECUTION_(COMPLETED|FAILED|CANCELED|CONTINUED_AS_NEW)$/.test(events.at(-1)?.eventType ?? ''),
    )
  const untilTimerRuns = (id: string) =>
    eventually(
      async () => types((await fetchHistory(posthorn, id)).events),
      (seen) => seen.includes('EVENT_TYPE_TIMER_STARTED'),
    )
  /** The one execution of a workflow, once its timer runs. */
  async function untilAsleep(workflowId: string): Promise<ExecutionRecord> {
    await eventually(
      async () => {
        const found = await Execution.findOne({ workflowId }).lean()
        return found !== null && !(await waitingOf('execution')).includes(found._id)
      },
      (isStarted) => isStarted,
    )
    const execution = await Execution.findOne({ workflowId }).orFail().lean()
    await untilTimerRuns(execution.temporalWorkflowId)
    return execution
  }
  const template = (subject: string) => makeTemplate(posthorn.api, subject)

  it('have at most 25 events for send, delay, condition, send and exit, and contain no address and no content', async () => {
    const { history, status } = await walk('reference', [
      { name: 'Welcome', type: 'SEND_EMAIL', templateId: await template('Words of welcome') },
      { name: 'A moment', type: 'DELAY', config: { amount: 0.01, unit: 'minutes' } },
      { name: 'Known?', type: 'CONDITION', config: { field: 'email', operator: 'exists' } },
      {
        name: 'Tip',
        type: 'SEND_EMAIL',
        templateId: await template('Words of advice'),
        after: { step: 'Known?', branch: 'yes' },
      },
      { name: 'Done', type: 'EXIT', config: { reason: 'all told' } },
    ])
    await keepHistory('walk-reference', history)

    expect(status).to.equal('EXITED')
    expect(history.events.length).to.be.at.most(MAX_EVENTS + repeatedTaskEvents(history.events))
    const text = readable(history.events)
    for (const secret of ['grace@', 'secret-colour', 'Words of', 'Hello', 'all told'])
      expect(text).to.not.include(secret)
    for (const shown of ['Welcome', 'A moment', 'Known?', 'Tip', 'Done', 'Delay']) expect(text).to.include(shown)
  })

  it('contain the end of a wait by its event and by its time-out, with the contact updated afterwards', async () => {
    const steps = (timeout: number): StepPlan[] => [
      { name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'reply', timeout } },
      {
        name: 'Mark',
        type: 'UPDATE_CONTACT',
        config: { updates: { replied: true } },
        after: { step: 'Wait', branch: 'event' },
      },
    ]
    const answered = await walk('waits', steps(600), {
      async during(workflowId) {
        // An event that comes before the timer needs no signal: the step finds it without one.
        await untilAsleep(workflowId)
        await posthorn.track('grace@example.com', 'reply')
      },
    })
    const unanswered = await walk('waits in vain', steps(1))
    await keepHistory('walk-wait-event', answered.history)
    await keepHistory('walk-wait-timeout', unanswered.history)

    expect([answered.status, unanswered.status]).to.deep.equal(['COMPLETED', 'COMPLETED'])
    expect(types(answered.history.events)).to.include('EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED')
    expect(types(unanswered.history.events)).to.include('EVENT_TYPE_TIMER_FIRED')
  })

  it('contain the failure and the cancellation of an execution', async () => {
    const templateId = await template('Gone')
    const failed = await walk(
      'breaks',
      [
        { name: 'Pause', type: 'DELAY', config: { amount: 0.02, unit: 'minutes' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId },
      ],
      { before: () => Template.deleteOne({ _id: templateId }) },
    )
    await keepHistory('walk-failed', failed.history)
    expect(failed.status).to.equal('FAILED')
    expect(readable(failed.history.events)).to.include('TEMPLATE_NOT_FOUND')
    const workflowId = await makeWorkflow(posthorn.api, {
      name: 'cancelled',
      eventName: 'cancelled',
      steps: [{ name: 'Pause', type: 'DELAY', config: { amount: 1, unit: 'days' } }],
    })
    await posthorn.track('grace@example.com', 'cancelled')
    const { _id, temporalWorkflowId: id } = await untilAsleep(workflowId)
    await posthorn.api.delete(`/workflows/${workflowId}/executions/${_id}`)
    const history = await closedHistory(id)
    await keepHistory('walk-cancelled', history)
    expect(types(history.events)).to.include('EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED')
  })

  it('contain deliveries and campaigns', async () => {
    const { api, project } = posthorn
    await api.post('/contacts', { email: 'heidi@example.com' })
    const message = { subject: 'Words of mine', body: '<p>Hello</p>', from: 'hello@example.com' }
    const sent = await api.post('/v1/send', { ...message, to: 'heidi@example.com' })
    const emailId = sent.body.data.emails[0].email
    const email = await eventually(
      () => Email.findById(emailId).orFail().lean(),
      ({ temporalWorkflowId }) => temporalWorkflowId !== null,
    )
    const delivery = await closedHistory(email.temporalWorkflowId ?? '')
    const many = Array.from({ length: 20 }, (_, n) => `many-${n}@example.com`)
    const batch = await api.post('/v1/send', { ...message, to: many })
    const batchIds = batch.body.data.emails.map(({ email: id }: { email: string }) => id)
    const batched = await eventually(
      () => Email.findOne({ _id: { $in: batchIds }, temporalWorkflowId: /^emails:/ }).lean(),
      (found) => found !== null,
    )
    const deliveries = await closedHistory(batched?.temporalWorkflowId ?? '')

    const draft = { name: 'News', audienceType: 'ALL', ...message, type: 'TRANSACTIONAL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    await api.post(`/campaigns/${id}/send`)
    const campaign = await closedHistory(`campaign:${id}`)
    const part = await closedHistory(`campaign:${id}:part-0`)
    const kept = { delivery, deliveries, campaign, 'campaign-part': part }
    for (const [name, history] of Object.entries(kept)) {
      await keepHistory(name, history)
      expect(readable(history.events)).to.not.include('heidi@').and.not.include('Words of mine')
      expect(readable(history.events)).to.include(project.id)
    }
  })

  it('contain campaigns whose provider refuses much, that are paused and resumed, and that are cancelled', async () => {
    const { api } = posthorn
    const messageOf = { subject: 'News', body: '<p>Hello</p>', from: 'hello@example.com', audienceType: 'ALL' }
    for (let n = 0; n < 40; n += 1) await api.post('/contacts', { email: `many-${n}@example.com` })
    const begun = async (name: string): Promise<string> => {
      const { id } = (await api.post('/campaigns', { name, ...messageOf })).body.data
      await api.post(`/campaigns/${id}/send`)
      return id
    }
    await posthorn.behave({ errorRate: 1 })
    const paused = await begun('Paused')
    await untilTimerRuns(`campaign:${paused}:part-0`)
    await api.post(`/campaigns/${paused}/pause`)
    const refused = await closedHistory(`campaign:${paused}:part-0`)
    expect(types(refused.events).filter((type) => type.endsWith('_TASK_SCHEDULED')).length).to.be.above(2)
    await keepHistory('campaign-part-refused', refused)

    const cancelled = await begun('Cancelled')
    await untilTimerRuns(`campaign:${cancelled}:part-0`)
    await api.post(`/campaigns/${cancelled}/cancel`)
    const ended = await closedHistory(`campaign:${cancelled}`)
    expect(types(ended.events)).to.include('EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED')
    await keepHistory('campaign-cancelled', ended)

    await posthorn.behave({ errorRate: 0 })
    await untilTimerRuns(`campaign:${paused}`)
    await api.post(`/campaigns/${paused}/resume`)
    const goneOn = await closedHistory(`campaign:${paused}`)
    expect(types(goneOn.events)).to.include('EVENT_TYPE_TIMER_CANCELED')
    await keepHistory('campaign-paused', goneOn)
    expect((await api.get(`/campaigns/${paused}`)).body.data).to.include({ status: 'SENT', sentCount: 40 })
  })
})

/** How many events a worker adds that is too late for a workflow task, which is then given out again. */
function repeatedTaskEvents(events: HistoryEvent[]): number {
  const timedOut = events.filter(({ eventType }) => eventType === 'EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT')
  // Each such task was scheduled, and started at most once, beside its end.
  return timedOut.length * 3
}

function types(events: HistoryEvent[]): string[] {
  return events.map(({ eventType }) => eventType)
}

/** A history as text, with its payloads decoded from Base64. */
function readable(events: HistoryEvent[]): string {
  return JSON.stringify(events).replaceAll(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  )
}
