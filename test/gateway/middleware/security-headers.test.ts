import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const around = { method: 'get', access: 'open', summary: 'For a test', errors: [], response: null } as const
const response = z.object({ text: z.string() })
const endpoints = [
  defineEndpoint({
    ...around,
    operationId: 'small',
    path: '/small',
    response,
    handle: () => Promise.resolve({ text: 'small' }),
  }),
  defineEndpoint({
    ...around,
    operationId: 'large',
    path: '/v1/large',
    response,
    handle: () => Promise.resolve({ text: 'large '.repeat(1_000) }),
  }),
  defineEndpoint({
    ...around,
    operationId: 'nothing',
    method: 'delete',
    path: '/nothing',
    handle: () => Promise.resolve(),
  }),
  defineEndpoint({
    ...around,
    operationId: 'broken',
    path: '/broken',
    handle: () => Promise.reject(new Error('boom')),
  }),
]

const ANSWERS: [what: string, method: string, path: string, status: number][] = [
  ['a success', 'GET', '/small', 200],
  ['a compressed answer', 'GET', '/v1/large', 200],
  ['an empty answer', 'DELETE', '/nothing', 204],
  ['a fault', 'GET', '/broken', 500],
  ['a 404', 'GET', '/nowhere', 404],
  ['a 405', 'POST', '/small', 405],
  ['a preflight', 'OPTIONS', '/v1/large', 204],
]

describe('security headers', () => {
  const gateway = serveEndpoints(endpoints)

  for (const [what, method, path, status] of ANSWERS) {
    it(`are on ${what}`, async () => {
      const preflight: Record<string, string> =
        method === 'OPTIONS' ? { origin: 'https://a.io', 'access-control-request-method': 'GET' } : {}
      const res = await gateway.client.request(method, path, undefined, preflight)
      expect(res.status).to.equal(status)
      expect(Object.fromEntries(res.headers)).to.include({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      for (const name of ['x-powered-by', 'server', 'strict-transport-security']) {
        expect(res.headers.has(name), name).to.equal(false)
      }
      expect(res.headers.get('x-request-id')).to.be.a('string')
    })
  }
})

describe('security headers of a gateway with https', () => {
  const gateway = serveEndpoints(endpoints, { GATEWAY_URL: 'https://mail.acme.io' })

  it('make browsers stay on https', async () => {
    const { headers } = await gateway.client.get('/small')
    expect(headers.get('strict-transport-security')).to.equal('max-age=31536000')
  })
})

describe('compression', () => {
  const gateway = serveEndpoints(endpoints)
  const encodingOf = async (path: string, accepted: string) => {
    const { headers, body } = await gateway.client.get(path, { 'accept-encoding': accepted })
    expect(body.text).to.match(/^(small|large)/)
    expect(headers.get('vary')).to.contain('Accept-Encoding')
    return headers.get('content-encoding')
  }

  it('is used for a large answer, as the client accepts it', async () => {
    expect(await encodingOf('/v1/large', 'gzip')).to.equal('gzip')
    expect(await encodingOf('/v1/large', 'br')).to.equal('br')
    expect(await encodingOf('/v1/large', 'identity')).to.equal(null)
  })

  it('is not used for a small answer', async () => expect(await encodingOf('/small', 'gzip')).to.equal(null))
})
