import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { listen } from '../support/listen.js'
import { atLeast } from '../support/eventually.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

const BAD_REQUEST = 400
const OK = 200

describe('a failed execution whose workflow was repaired', () => {
  const posthorn = useStack()
  let server: Server
  let origin: string
  const called: string[] = []

  before(async () => {
    server = createServer((req, res) => {
      called.push(req.url ?? '')
      res.writeHead(req.url === '/right' ? OK : BAD_REQUEST).end('{}')
    })
    origin = `http://127.0.0.1:${await listen(server)}`
  })
  after(() => server.close())

  it('continues in the repaired version on request, and fails again in its own version', async () => {
    const { api } = posthorn
    const templateId = await makeTemplate(api, 'Repaired order')
    const workflowId = await makeWorkflow(api, {
      name: 'Order',
      eventName: 'ordered',
      steps: [
        { name: 'CRM', type: 'WEBHOOK', config: { url: `${origin}/wrong`, maxAttempts: 1 } },
        { name: 'Thanks', type: 'SEND_EMAIL', templateId, after: { step: 'CRM', branch: 'success' } },
      ],
    })
    await posthorn.track('ada@example.com', 'ordered')
    const path = `/workflows/${workflowId}/executions`
    const listed = async (status: string) => (await api.get(`${path}?status=${status}`)).body.data
    const [{ id, contactId, currentStep }] = await eventually(
      () => listed('FAILED'),
      ({ length }) => length === 1,
    )
    const config = { url: `${origin}/right`, maxAttempts: 1 }
    expect((await api.patch(`/workflows/${workflowId}/steps/${currentStep.id}`, { config })).status).to.equal(OK)
    const { version } = (await api.get(`/workflows/${workflowId}`)).body
    expect((await api.post(path, { contactId })).status, 'it lets nobody in twice').to.equal(409)

    const calls = called.length
    expect((await api.post(`${path}/${id}/retry`)).body.workflowVersion).to.be.lessThan(version)
    await eventually(async () => called.length, atLeast(calls + 1))
    await eventuallyEquals(async () => (await listed('FAILED')).length, 1)
    const retried = await api.post(`${path}/${id}/retry`, { version: 'current' })
    expect([retried.status, retried.body.workflowVersion]).to.deep.equal([OK, version])
    await eventuallyEquals(async () => (await listed('COMPLETED')).length, 1)

    expect(called).to.deep.equal(['/wrong', '/wrong', '/right'])
    expect(await posthorn.inbox({ subject: 'Repaired order' })).to.have.length(1)
  })
})
