import { expect } from 'chai'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const ping = defineEndpoint({
  operationId: 'ping',
  method: 'get',
  path: '/ping',
  access: 'open',
  summary: 'For a test',
  response: null,
  errors: [],
  async handle(_input, { log }) {
    log.info('handled')
  },
})

describe('request ids and the access log', () => {
  const gateway = serveEndpoints([ping])

  it('returns the id of the request in the answer and in every line of the log', async () => {
    const res = await gateway.client.get('/ping', { 'x-request-id': 'abc 123' })
    expect(res.headers.get('x-request-id')).to.equal('abc 123')
    const lines = gateway.logs.filter((line) => line['requestId'] === 'abc 123')
    expect(lines.map((line) => line['msg'])).to.deep.equal(['handled', 'request'])
  })

  for (const [what, id] of Object.entries({ 'too long': 'x'.repeat(129), 'not ASCII': 'caf\u00e9', empty: '' })) {
    it(`creates an id when the given one is ${what}`, async () => {
      const res = await gateway.client.get('/ping', { 'x-request-id': id })
      expect(res.headers.get('x-request-id')).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    })
  }

  it('logs one line for a request: method, route, status and time', async () => {
    await gateway.client.get('/ping?email=jane@acme.io', { authorization: 'Bearer sk_abc' })
    const line = gateway.logs.find((entry) => entry['msg'] === 'request')
    expect(line).to.include({ level: 30, method: 'GET', route: '/ping', status: 204 })
    expect(line?.['durationMs']).to.be.a('number')
    expect(gateway.logText()).not.to.match(/acme|sk_abc/)
  })

  it('logs the code of a failure, and not the path when no endpoint serves it', async () => {
    await gateway.client.get('/jane@acme.io')
    const line = gateway.logs.find((entry) => entry['msg'] === 'request')
    expect(line).to.include({ route: null, status: 404, code: 'RESOURCE_NOT_FOUND' })
    expect(gateway.logText()).not.to.contain('acme')
  })
})
