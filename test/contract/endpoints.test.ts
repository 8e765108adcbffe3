import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { servedEndpoints } from '../../gateway/routes/index.js'
import { serveEndpoints } from '../gateway/http/serve-endpoints.js'
import { findDeviations, LISTED_ENDPOINTS, type ListedEndpoint } from './endpoints.js'

describe('the endpoints of the gateway', () => {
  it('are those of the list, no more and no fewer, each with its access', () => {
    expect(findDeviations(LISTED_ENDPOINTS, servedEndpoints)).to.deep.equal([])
  })

  it('stand in the list once each', () => {
    const names = LISTED_ENDPOINTS.map(({ name }) => name.replace(/:\w+/g, ':'))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })
})

describe('the comparison with the list', () => {
  const listed: ListedEndpoint[] = [{ name: 'GET /a', access: 'project' }]
  const a = { method: 'get', path: '/a', access: 'project' } as const

  it('names an endpoint that is missing, one too many and one with the wrong access, and accepts the right ones', () => {
    expect(findDeviations(listed, [a])).to.deep.equal([])
    expect(findDeviations(listed, [])).to.deep.equal(['GET /a is missing'])
    expect(findDeviations(listed, [a, { ...a, method: 'put' }])).to.deep.equal(['PUT /a is not in the list'])
    expect(findDeviations(listed, [{ ...a, access: 'open' }])).to.deep.equal(['GET /a takes open, not project'])
  })
})

describe('finding the endpoint of a request', () => {
  const open = { access: 'open', summary: 'For a test', errors: [], response: z.object({ found: z.string() }) } as const
  const found = (operationId: string, path: `/${string}`, ...params: string[]): AnyEndpoint =>
    defineEndpoint({
      ...open,
      operationId,
      method: 'get',
      path,
      ...(params.length > 0 && {
        request: { params: z.object(Object.fromEntries(params.map((name) => [name, z.string()]))) },
      }),
      handle: () => Promise.resolve({ found: path }),
    })
  const gateway = serveEndpoints([
    found('getContact', '/contacts/:id', 'id'),
    found('listFields', '/contacts/fields'),
    found('listValues', '/contacts/fields/:field/values', 'field'),
    found('getUser', '/users/:id', 'id'),
    found('getMe', '/users/@me'),
    { ...found('putContact', '/contacts/:id', 'id'), method: 'put' },
  ])

  it('takes a literal path before a parameter, whatever the order of the declarations', async () => {
    for (const [path, name] of [
      ['/contacts/fields', '/contacts/fields'],
      ['/contacts/fields/', '/contacts/fields'],
      ['/contacts/fieldsets', '/contacts/:id'],
      ['/contacts/fields/data.plan/values', '/contacts/fields/:field/values'],
    ] as const) {
      expect((await gateway.client.get(path)).body, path).to.deep.equal({ found: name })
    }
  })

  it('takes /users/%40me for /users/@me', async () => {
    for (const path of ['/users/@me', '/users/%40me', '/users/%40%6de']) {
      expect((await gateway.client.get(path)).body, path).to.deep.equal({ found: '/users/@me' })
    }
  })

  it('answers an unknown path with 404 in the envelope, which names the path', async () => {
    const res = await gateway.client.get('/contact')
    expect(res.status).to.equal(404)
    expect(res.body).to.include({ success: false })
    expect(res.body.error).to.deep.include({
      code: 'RESOURCE_NOT_FOUND',
      statusCode: 404,
      requestId: res.headers.get('x-request-id'),
      details: { resource: 'route', id: '/contact' },
    })
  })

  it('answers another method with 405 in the envelope, and says in Allow which there are', async () => {
    const res = await gateway.client.delete('/contacts/1')
    expect(res.status).to.equal(405)
    expect(res.body.error).to.include({ code: 'METHOD_NOT_ALLOWED', statusCode: 405 })
    expect(res.headers.get('allow')?.split(', ').sort()).to.deep.equal(['GET', 'HEAD', 'PUT'])
  })
})
