import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { resourceId } from '../../../gateway/schemas/ids.js'
import { serveEndpoints } from './serve-endpoints.js'

/** An endpoint that answers with its path and the values of its parameters. */
const endpoint = (method: AnyEndpoint['method'], path: `/${string}`, params?: z.ZodObject): AnyEndpoint =>
  defineEndpoint({
    operationId: `${method} ${path}`,
    method,
    path,
    access: 'open',
    summary: 'For a test',
    ...(params ? { request: { params } } : {}),
    response: z.object({ path: z.string(), params: z.record(z.string(), z.unknown()) }),
    errors: ['CONTACT_NOT_FOUND'],
    handle: (input) => Promise.resolve({ path, params: { ...input.params } }),
  })

const ofContact = z.object({ id: resourceId('contact') })
const ofEvent = z.object({ name: z.string() })
const ID = '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d11'

describe('the routing of a path segment', () => {
  const gateway = serveEndpoints([
    endpoint('post', '/contacts/lookup'),
    endpoint('get', '/contacts/:id', ofContact),
    endpoint('patch', '/contacts/:id', ofContact),
    endpoint('get', '/events/:name', ofEvent),
    endpoint('get', '/events/stats'),
    endpoint('get', '/events/contact/:id', ofContact),
    endpoint('get', '/events/:name/usage', ofEvent),
    endpoint('delete', '/events/:name', ofEvent),
  ])

  const ask = async (method: string, path: string) => {
    const { status, headers, body } = await gateway.client.request(method, path, method === 'PATCH' ? {} : undefined)
    return { status, allow: headers.get('allow'), code: body.error?.code, path: body.path, params: body.params }
  }

  it('does not match an id when another path has that word there', async () => {
    const refused = { status: 405, code: 'METHOD_NOT_ALLOWED', allow: 'POST' }
    expect(await ask('PATCH', '/contacts/lookup')).to.include(refused)
    expect(await ask('GET', '/contacts/lookup')).to.include(refused)
    expect(await ask('PATCH', '/contacts/lookup/')).to.include(refused)
    expect(await ask('PATCH', '/contacts/l%6Fokup')).to.include(refused)
    expect((await ask('POST', '/contacts/lookup')).path).to.equal('/contacts/lookup')
  })

  it('matches an id for everything else', async () => {
    expect(await ask('PATCH', `/contacts/${ID}`)).to.deep.include({ path: '/contacts/:id', params: { id: ID } })
    expect(await ask('PATCH', '/contacts/lookups')).to.include({ status: 404, code: 'CONTACT_NOT_FOUND' })
    expect(await ask('POST', `/contacts/${ID}`)).to.include({ status: 405, allow: 'HEAD, GET, PATCH' })
  })

  it('matches free text when another path has that word only for other methods', async () => {
    expect((await ask('GET', '/events/stats')).path).to.equal('/events/stats')
    expect(await ask('DELETE', '/events/stats')).to.deep.include({ path: '/events/:name', params: { name: 'stats' } })
    expect(await ask('POST', '/events/stats')).to.include({ status: 405, allow: 'HEAD, GET, DELETE' })
  })

  it('matches free text when the word cannot be the id of another path', async () => {
    const usage = { path: '/events/:name/usage', params: { name: 'contact' } }
    expect(await ask('GET', '/events/contact/usage')).to.deep.include(usage)
    expect((await ask('GET', `/events/contact/${ID}`)).path).to.equal('/events/contact/:id')
  })
})
