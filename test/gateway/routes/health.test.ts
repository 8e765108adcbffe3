import { expect } from 'chai'
import { healthEndpoints } from '../../../gateway/routes/health/index.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

describe('GET /health', () => {
  const gateway = serveEndpoints(healthEndpoints)

  it('answers as long as the process is alive, whatever servers are away', async () => {
    expect(await gateway.client.get('/health')).to.deep.include({ status: 200, body: { status: 'ok' } })
  })
})

describe('GET /ready', () => {
  const gateway = serveEndpoints(healthEndpoints)

  it('answers 503 while Temporal is away, and names it', async () => {
    const res = await gateway.client.get('/ready')
    expect(res.status).to.equal(503)
    expect(res.headers.get('retry-after')).to.equal('5')
    expect(res.body.error.code).to.equal('SERVICE_UNAVAILABLE')
    expect(res.body.error.message).to.contain('Temporal')
    expect(res.body.error.details).to.include({ temporal: false })
  })
})
