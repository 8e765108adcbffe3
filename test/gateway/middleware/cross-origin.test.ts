import { expect } from 'chai'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const around = { access: 'project', method: 'post', summary: 'For a test', errors: [], response: null } as const
const handle = (): Promise<void> => Promise.resolve()
const endpoints = [
  defineEndpoint({ ...around, operationId: 'public', path: '/v1/public', handle }),
  defineEndpoint({ ...around, operationId: 'private', path: '/private', handle }),
]

const DASHBOARD = 'https://app.acme.io'
const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

describe('cross-origin requests', () => {
  const gateway = serveEndpoints(endpoints, {
    DASHBOARD_URL: `${DASHBOARD}/mail/`,
    DASHBOARD_ORIGINS: 'http://localhost:5173, https://beta.acme.io/',
  })
  const preflight = (path: string, origin: string) =>
    gateway.client.request('OPTIONS', path, undefined, { origin, ...asks })

  it('may be sent to /v1 from any page, without credentials', async () => {
    const { status, headers } = await preflight('/v1/public', 'https://anyone.io')
    expect(status).to.equal(204)
    expect(headers.get('access-control-allow-origin')).to.equal('*')
    expect(headers.has('access-control-allow-credentials')).to.equal(false)
    expect(headers.get('access-control-allow-headers')).to.equal('Authorization,Content-Type,Idempotency-Key')
    expect(headers.get('access-control-allow-methods')).to.contain('POST')
  })

  for (const origin of [DASHBOARD, 'http://localhost:5173', 'https://beta.acme.io']) {
    it(`may be sent to the rest from the dashboard at ${origin}, with credentials`, async () => {
      const { status, headers } = await preflight('/private', origin)
      expect(status).to.equal(204)
      expect(headers.get('access-control-allow-origin')).to.equal(origin)
      expect(headers.get('access-control-allow-credentials')).to.equal('true')
      expect(headers.get('access-control-allow-headers')).to.contain('X-Project-Id')
      expect(headers.get('vary')).to.contain('Origin')
    })
  }

  const STRANGERS = ['https://anyone.io', `${DASHBOARD}.evil.io`, 'http://app.acme.io', `${DASHBOARD}:8443`, 'null']
  for (const origin of STRANGERS) {
    it(`may not be sent to the rest from ${origin}`, async () => {
      for (const { headers } of [
        await preflight('/private', origin),
        await gateway.client.post('/private', undefined, { origin }),
      ]) {
        expect(headers.has('access-control-allow-origin')).to.equal(false)
        expect(headers.has('access-control-allow-credentials')).to.equal(false)
      }
    })
  }

  it('can read the answer, the error and the headers that matter to a caller', async () => {
    const { status, headers } = await gateway.client.post('/v1/public', undefined, { origin: 'https://anyone.io' })
    expect(status).to.equal(401)
    expect(headers.get('access-control-allow-origin')).to.equal('*')
    for (const name of ['X-Request-Id', 'RateLimit-Remaining', 'Retry-After', 'Content-Disposition']) {
      expect(headers.get('access-control-expose-headers')).to.contain(name)
    }
  })
})

describe('cross-origin requests without a configured dashboard', () => {
  const gateway = serveEndpoints(endpoints)

  it('may be sent to /v1 alone', async () => {
    const { headers } = await gateway.client.post('/private', undefined, { origin: DASHBOARD })
    expect(headers.has('access-control-allow-origin')).to.equal(false)
  })
})
