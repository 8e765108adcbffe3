import { expect } from 'chai'
import { answer, refusal } from '../activities/providers/fake-ses.js'
import { eventuallyEquals } from '../support/eventually.js'
import { useOwnSystem } from '../support/own-system.js'

describe('the logs of gateway and worker', function () {
  this.timeout(300_000)
  const start = useOwnSystem()

  it('lead from the id of a request to its email, to the workflow and to each attempt, while a collector of traces is away', async () => {
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '50' }
    const { api, ses, projectId, lines, stop } = await start(away)
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
