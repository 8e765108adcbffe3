import { expect } from 'chai'
import { answer, refusal } from '../activities/providers/fake-ses.js'
import { eventually } from '../support/eventually.js'
import { useOwnSystem } from '../support/own-system.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

describe('the logs of gateway and worker', function () {
  this.timeout(300_000)
  const start = useOwnSystem()

  it('lead from the id of a request to its email, to the workflow and to each attempt, and name no person', async () => {
    const { api, ses, projectId, lines } = await start()
    const accepted = answer(200, { MessageId: 'accepted' })
    ses.behave((request, response) => {
      ses.behave(accepted)
      refusal(503, 'ServiceUnavailable')(request, response)
    })
    const message = { to: 'ada@example.com', subject: 'Of Ada', body: '<p>Hi</p>', from: 'news@example.com' }
    const { status, body } = await api.post('/v1/send', message, { 'x-request-id': 'order-4711' })
    expect(status).to.equal(200)
    const emailId: string = body.data.emails[0].email

    const ended = () => lines().filter(({ activity }) => activity === 'deliverEmail')
    await eventually(
      async () => ended().length,
      (count) => count === 2,
    )
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
    expect(JSON.stringify(lines())).to.not.match(/ada@|news@|ann@|Of Ada|sk_[0-9a-f]/)
  })

  it('lead from an event to the execution that it started, while a collector of traces is away', async () => {
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '50' }
    const { api, publicApi, projectId, lines, stop } = await start(away)
    const templateId = await makeTemplate(api, 'Welcome')
    const steps = [{ name: 'Mail', type: 'SEND_EMAIL', templateId }]
    await makeWorkflow(api, { name: 'Welcome', eventName: 'arrived', steps })
    const tracked = { email: 'ada@example.com', event: 'arrived' }
    const { body } = await publicApi.post('/v1/track', tracked, { 'x-request-id': 'visit-1' })

    const sent = () => lines().find(({ activity }) => activity === 'sendEmail')
    const step = await eventually(async () => sent(), Boolean)
    const request = lines().find(({ requestId }) => requestId === 'visit-1')
    expect(request).to.include({ projectId, eventId: body.data.event })
    const started = lines().find(({ eventId, msg }) => eventId === body.data.event && msg === 'workflow started')
    expect(started).to.include({ projectId, workflowType: 'runExecution' })
    expect(step).to.include({
      projectId,
      executionId: started?.['executionId'],
      workflowId: `execution:${String(started?.['executionId'])}`,
      msg: 'activity completed',
    })
    expect(step?.['trace_id'])
      .to.match(/^[0-9a-f]{32}$/)
      .and.equal(request?.['trace_id'])
    await stop()
    const complaints = lines().filter(({ msg }) => msg === 'traces not taken: some are dropped')
    expect(complaints.map(({ name }) => name)).to.have.members(['gateway', 'worker'])
  })
})
