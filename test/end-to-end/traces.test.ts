import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { newId } from '../../runtime/ids.js'
import { queueKeyOf, Outbox } from '../../models/outbox-entry.js'
import { Email } from '../../models/email.js'
import { Wait } from '../../models/wait.js'
import { createTemporal } from '../../outbox/temporal.js'
import { useCollector, type Span } from '../support/collector.js'
import { answer, refusal } from '../activities/providers/fake-ses.js'
import { eventually, eventuallyEquals } from '../support/eventually.js'
import { createEmail } from '../support/factories.js'
import { useOwnSystem, type OwnProject, type OwnSystem } from '../support/own-system.js'
import { fetchHistory, keepHistory } from '../support/record-histories.js'
import { temporalServer } from '../support/servers.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'
import { waitingOf } from '../support/outbox.js'

const NEVER_MS = '3600000'
const SOON_MS = '50'

describe('traces and logs of gateway and worker', function () {
  this.timeout(300_000)
  const start = useOwnSystem()
  const collector = useCollector()
  let project: OwnProject
  let shared: Promise<OwnSystem> | undefined

  const traced = (exportAfterMs: string): Promise<OwnSystem> =>
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector().endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: exportAfterMs,
    })
  /** An installation with a new project: the shared one of all tests, or one that this test can stop. */
  const begin = async (own?: Promise<OwnSystem>): Promise<OwnSystem & OwnProject> => {
    const system = await (own ?? (shared ??= traced(SOON_MS)))
    project = await system.newProject()
    return { ...system, ...project }
  }
  /** The names of a span and of its ancestors, from the root on; `?` is one that the collector does not have. */
  const pathOf = (span: Span): string[] => {
    if (!span.parentSpanId) return [span.name]
    const parent = collector().spans.find(({ spanId }) => spanId === span.parentSpanId)
    return [...(parent ? pathOf(parent) : ['?']), span.name]
  }
  /** The spans of a name in the traces of the project. */
  const named = (name: string): Span[] => {
    const { spans } = collector()
    const ofProject = spans.filter(({ attributes }) => attributes['posthorn.project.id'] === project.projectId)
    const traceIds = new Set(ofProject.map(({ traceId }) => traceId))
    return spans.filter((span) => span.name === name && traceIds.has(span.traceId))
  }
  const untilNamed = async (name: string, count = 1): Promise<Span[]> =>
    eventually(
      async () => named(name),
      (spans) => spans.length >= count,
    )
  /** Waits for spans of a name and for their ancestors, which end later. */
  const untilWhole = async (name: string, count = 1): Promise<Span[]> =>
    eventually(
      () => untilNamed(name, count),
      (spans) => !spans.flatMap(pathOf).includes('?'),
    )
  /** Keeps the history of an ended workflow, whose headers hold its trace, for the replay test. */
  const keepEnded = async (name: string, workflowId: unknown): Promise<void> => {
    const stack = await temporalServer()
    const history = await eventually(
      () => fetchHistory({ stack }, String(workflowId)),
      ({ events }) => events.at(-1)?.eventType.endsWith('EXECUTION_COMPLETED') ?? false,
    )
    expect(JSON.stringify(history))
      .to.include('_tracer-data')
      .and.not.match(/ada@|Of Ada/)
    await keepHistory(name, history)
  }
  const newTrace = (): { traceId: string; spanId: string; text: string } => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    return { traceId, spanId, text: `00-${traceId}-${spanId}-01` }
  }

  it('connect one request with outbox, workflow, activity and provider, and are complete when the processes end', async () => {
    const { api, projectId, lines, stop } = await begin(traced(NEVER_MS))
    const caller = newTrace()
    const message = { to: 'ada@example.com', subject: 'Of Ada', body: '<p>Hi</p>', from: 'news@example.com' }
    const headers = { traceparent: caller.text, 'x-request-id': 'order-4711' }
    const { body } = await api.post('/v1/send?to=ada@example.com', message, headers)
    const emailId: string = body.data.emails[0].email
    const temporal = createTemporal({ address: (await temporalServer()).info.temporal, namespace: 'default' })
    await eventuallyEquals(() => temporal.stateOf(`email:${emailId}`), 'completed')
    await temporal.close()
    await keepEnded('delivery-traced', `email:${emailId}`)
    expect(collector().spans).to.be.empty
    await stop()

    const [sent] = named('ses send')
    const path = ['POST /v1/send', 'start deliverEmail', 'workflow deliverEmail', 'activity deliverEmail', 'ses send']
    expect(sent && pathOf(sent)).to.deep.equal(path)
    expect(named('mongodb transaction').map(pathOf)).to.deep.include(['POST /v1/send', 'mongodb transaction'])
    const [root] = named('POST /v1/send')
    const spans = collector().spans.filter(({ traceId }) => traceId === root?.traceId)
    expect(spans.map(({ name }) => name)).to.include.members(path)
    const services = path.map((name) => spans.find((span) => span.name === name)?.service)
    expect(services).to.deep.equal([...Array(2).fill('posthorn-gateway'), ...Array(3).fill('posthorn-worker')])
    expect(root?.attributes).to.include({
      'http.route': '/v1/send',
      'posthorn.request.id': 'order-4711',
      'posthorn.project.id': projectId,
      'posthorn.email.id': emailId,
    })
    expect(root?.traceId).to.not.equal(caller.traceId)
    expect(root?.links).to.have.length(1)
    expect(root?.links[0]).to.include({ traceId: caller.traceId, spanId: caller.spanId })
    expect(sent?.attributes).to.include({ 'posthorn.email.id': emailId, 'posthorn.project.id': projectId })
    const traceIds = lines().flatMap(({ emailId: id, trace_id: traceId }) => (id === emailId ? [traceId] : []))
    expect(traceIds).to.have.length(3)
    expect(new Set(traceIds)).to.deep.equal(new Set([root?.traceId]))
    expect(collector().headers).to.include({ 'x-key': 'of the collector' })
    expect(collector().text()).to.not.match(/ada@|news@|Of Ada|sk_[0-9a-f]/)
  })

  it('connect requests that share a transaction each with its own execution', async () => {
    const { api } = await begin()
    const templateId = await makeTemplate(api, 'Of Ada')
    const steps = [{ name: 'Greet', type: 'SEND_EMAIL', templateId }]
    const id = await makeWorkflow(api, { name: 'On request', eventName: 'never', steps })
    const contacts = await Promise.all(
      Array.from({ length: 6 }, (_, n) => api.post('/contacts', { email: `ada${n}@example.com`, subscribed: true })),
    )
    const path = `/workflows/${id}/executions`
    const started = await Promise.all(contacts.map(({ body }) => api.post(path, { contactId: body.id })))
    const ids = started.map(({ body }) => body.id)

    const runs = await untilWhole('workflow walkExecution', ids.length)
    const roots = await untilNamed('POST /workflows/:id/executions', ids.length)
    const above = ['POST /workflows/:id/executions', 'start walkExecution', 'workflow walkExecution']
    expect(runs.map(pathOf)).to.deep.equal(ids.map(() => above))
    const executionsOf = (spans: Span[]) =>
      spans.map(({ traceId, attributes }) => `${traceId} ${String(attributes['posthorn.execution.id'])}`)
    expect(executionsOf(runs)).to.have.members(executionsOf(roots))
    expect(roots.map(({ attributes }) => attributes['posthorn.execution.id'])).to.have.members(ids)
  })

  it('connect an event with the execution that it starts and the email of its step, and link the event that ends a wait', async () => {
    const { api, publicApi, projectId, lines } = await begin()
    const templateId = await makeTemplate(api, 'Of Ada')
    const wait = { eventName: 'Ada left', timeout: 3_600 }
    const steps = [
      { name: 'Ask Ada', type: 'SEND_EMAIL', templateId },
      { name: 'Until Ada leaves', type: 'WAIT_FOR_EVENT', config: wait },
    ]
    await makeWorkflow(api, { name: 'Follow Ada', eventName: 'Ada arrived', steps })
    const event = { email: 'ada@example.com', event: 'Ada arrived', data: { name: 'Ada' } }
    const { body } = await publicApi.post('/v1/track', event)
    await eventually(() => Wait.exists({ projectId, state: 'open' }), Boolean)
    await publicApi.post('/v1/track', { email: 'ada@example.com', event: 'Ada left' })

    const [run] = await untilWhole('workflow walkExecution')
    const [sent] = await untilWhole('ses send')
    const above = ['POST /v1/track', 'dispatch event', 'start walkExecution', 'workflow walkExecution']
    expect(run && pathOf(run)).to.deep.equal(above)
    expect(sent && pathOf(sent)).to.deep.equal([...above, 'activity sendStepEmail', 'ses send'])
    expect(run?.attributes).to.include({ 'posthorn.project.id': projectId })
    const [signal] = await untilWhole('signal eventReceived')
    expect(signal && pathOf(signal)).to.deep.equal(['POST /v1/track', 'dispatch event', 'signal eventReceived'])
    expect(signal?.traceId).to.not.equal(run?.traceId)
    expect(run?.links.map(({ spanId }) => spanId)).to.deep.equal([signal?.spanId])
    const ofEvent = lines().filter(({ eventId }) => eventId === body.data.event)
    expect(ofEvent.map(({ msg }) => msg)).to.have.members(['request', 'workflow started'])
    const executionId = ofEvent.find(({ msg }) => msg === 'workflow started')?.['executionId']
    expect(run?.attributes).to.include({ 'posthorn.execution.id': executionId })
    const step = lines().find((line) => line['projectId'] === projectId && line['activity'] === 'sendStepEmail')
    expect(step).to.include({ executionId, trace_id: run?.traceId, msg: 'activity completed' })
    await keepEnded('walk-traced', run?.attributes['temporal.workflow.id'])
    expect(collector().text()).to.not.match(/Ada|ada@|pk_[0-9a-f]/)
  })

  it('lead the sending of a campaign to its slices and groups, without a span for a recipient', async () => {
    const { api, projectId } = await begin()
    const email = 'ada@example.com'
    await api.post('/contacts', { email, subscribed: true })
    const draft = { name: 'All', subject: 'Of Ada', body: '<p>Hi</p>', from: 'news@example.com', audienceType: 'ALL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    await api.post(`/campaigns/${id}/send`)

    const [group] = await untilWhole('campaign group')
    const [run] = await untilWhole('workflow sendCampaign')
    const above = ['POST /campaigns/:id/send', 'start sendCampaign', 'workflow sendCampaign']
    expect(run && pathOf(run)).to.deep.equal(above)
    expect(run?.attributes).to.include({ 'posthorn.project.id': projectId, 'posthorn.campaign.id': id })
    expect(group && pathOf(group)).to.deep.equal([
      ...above,
      'workflow sendCampaignPart',
      'activity sendSlice',
      'campaign group',
    ])
    expect(await Email.countDocuments({ projectId, campaignId: id, status: 'SENT' })).to.equal(1)
    expect(named('ses send').concat(named('deliver email'))).to.be.empty
    expect(collector().text()).to.not.match(/Ada|ada@|news@/)
  })

  it('go on where another process stored them, each email of a batch with its own, linked to the batch', async () => {
    const { projectId } = await begin()
    const stored = Array.from({ length: 6 }, newTrace)
    const emails = await Promise.all(stored.map(() => createEmail({ projectId })))
    const entry = { kind: 'email' as const, projectId, queueKey: queueKeyOf('email', projectId), createdAt: new Date() }
    await Outbox.insertMany(
      emails.map(({ _id }, index) => ({ ...entry, _id: newId(), ids: [_id], trace: stored[index]?.text })),
    )
    const sent = await untilNamed('ses send', stored.length)

    const traceOf = new Map(emails.map(({ _id }, index) => [_id, stored[index]?.traceId]))
    expect(sent.map(({ traceId }) => traceId)).to.deep.equal(
      sent.map(({ attributes }) => traceOf.get(String(attributes['posthorn.email.id']))),
    )
    const [batch] = await untilNamed('activity deliverEmails')
    const [inBatch] = await untilNamed('deliver email')
    expect(stored.map(({ spanId }) => spanId)).to.include(inBatch?.parentSpanId)
    expect(named('activity deliverEmails').map(({ spanId }) => spanId)).to.include(inBatch?.links[0]?.spanId)
    await keepEnded('deliveries-traced', batch?.attributes['temporal.workflow.id'])
    expect(batch?.traceId).to.not.be.oneOf(stored.map(({ traceId }) => traceId))
    await eventuallyEquals(async () => (await waitingOf('email', projectId)).length, 0)
  })

  it('connect the id of a request with its email, the workflow and each attempt, while the collector is away', async () => {
    const { api, ses, projectId, lines, stop } = await begin()
    collector().close()
    const accepted = answer(200, { MessageId: 'accepted' })
    ses.behave((request, response) => {
      // The worker requests its quota from time to time.
      if (request.method === 'GET') return accepted(request, response)
      ses.behave(accepted)
      refusal(503, 'ServiceUnavailable')(request, response)
    })
    const message = { to: 'ada@example.com', subject: 'Of Ada', body: '<p>Hi</p>', from: 'news@example.com' }
    const { status, body } = await api.post('/v1/send', message, { 'x-request-id': 'order-4711' })
    expect(status).to.equal(200)
    const emailId: string = body.data.emails[0].email

    const ended = () => lines().filter((line) => line['emailId'] === emailId && line['activity'] === 'deliverEmail')
    await eventuallyEquals(() => ended().length, 2)
    const request = lines().find(({ requestId, msg }) => requestId === 'order-4711' && msg === 'request')
    expect(request).to.include({ projectId, emailId, status: 200 })
    const started = lines().find((line) => line['emailId'] === emailId && line.msg === 'workflow started')
    const workflowId = `email:${emailId}`
    expect(started).to.include({ projectId, workflowId, workflowType: 'deliverEmail', queue: 'transactional' })
    const [first, second] = ended()
    const ids = { projectId, emailId, workflowId, queue: 'transactional' }
    expect(first).to.include({ ...ids, attempt: 1, code: 'DEFERRED', msg: 'activity failed' })
    expect(second).to.include({ ...ids, attempt: 2, runId: first?.['runId'], msg: 'activity completed' })
    expect(first?.['runId']).to.match(/^[0-9a-f-]{36}$/)
    expect(new Set([request, started, first, second].map((line) => line?.['trace_id'])).size).to.equal(1)
    await stop()
    const complaints = lines().filter(({ msg }) => msg === 'traces not taken: some are dropped')
    expect(complaints.map(({ name }) => name)).to.have.members(['gateway', 'worker'])
    expect(JSON.stringify(lines())).to.not.match(/ada@|news@|ann@|Of Ada|sk_[0-9a-f]/)
  })
})
