import { expect } from 'chai'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { serveEndpoints } from '../http/serve-endpoints.js'

const endpoint = (access: 'publicKey' | 'secretKey' | 'project') =>
  defineEndpoint({
    operationId: access,
    method: 'post',
    path: `/${access}`,
    access,
    summary: 'For a test',
    response: null,
    errors: [],
    handle: () => Promise.reject(new Error('must not run')),
  })

const endpoints = [endpoint('publicKey'), endpoint('secretKey'), endpoint('project')]

describe('access', () => {
  const gateway = serveEndpoints(endpoints)

  for (const [access, code] of Object.entries({
    publicKey: 'MISSING_AUTH',
    secretKey: 'MISSING_AUTH',
    project: 'UNAUTHORIZED',
  })) {
    it(`answers 401 on ${access} endpoints without a credential, before it reads the body, and for an unknown one`, async () => {
      const res = await gateway.client.post(`/${access}`, '{malformed', { 'content-type': 'application/json' })
      expect(res).to.include({ status: 401, code })
      expect(res.headers.get('www-authenticate')).to.equal('Bearer')
      const unknown = await gateway.client.as('sk_live_unknown').post(`/${access}`, {})
      expect(unknown).to.include({ status: 401, code: 'INVALID_API_KEY' })
      expect(JSON.stringify(unknown.body) + gateway.logText()).not.to.contain('sk_live_unknown')
    })
  }
})
