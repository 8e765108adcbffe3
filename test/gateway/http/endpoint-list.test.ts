import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { checkEndpoints, inMatchingOrder, overridingPaths } from '../../../gateway/http/endpoint-list.js'
import { resourceId } from '../../../gateway/schemas/ids.js'
import { words } from '../../support/words.js'

const endpoint = (operationId: string, path: `/${string}`, more: Partial<AnyEndpoint> = {}): AnyEndpoint => ({
  ...defineEndpoint({
    operationId,
    method: 'get',
    path,
    access: 'open',
    summary: 'For a test',
    response: null,
    errors: [],
    handle: () => Promise.resolve(),
  }),
  ...more,
})

describe('the list of endpoints', () => {
  it('places literal paths before parameters at every level', () => {
    const paths = ['/a/:id', '/a/:id/x', '/a/b', '/a/:id/:other', '/a', '/a/b/c'] as const
    const sorted = inMatchingOrder(paths.map((path) => endpoint(path, path)))
    expect(sorted.map(({ path }) => path)).to.deep.equal(words('/a /a/b /a/b/c /a/:id /a/:id/x /a/:id/:other'))
  })

  it('knows which paths have a word in place of an id of another path', () => {
    const listed = ['/a/b', '/a/:id', '/a/:id/b', '/a/c/:id', '/a', '/a/b/c'] as const
    const instead = (path: `/${string}`, schema: z.ZodString) =>
      overridingPaths(
        endpoint('x', path, { request: { params: z.object({ id: schema }) } }),
        listed.map((other) => endpoint(other, other)),
      )
    expect([...instead('/a/:id', resourceId('contact'))]).to.deep.equal(['/a/b'])
    expect([...instead('/a/:id/b', resourceId('contact'))]).to.deep.equal(['/a/c/:id', '/a/b/c'])
    expect([...instead('/a/:id', z.string())]).to.deep.equal([])
  })

  it('refuses two endpoints of one name, or of one method and path', () => {
    expect(() => checkEndpoints([endpoint('same', '/a'), endpoint('same', '/b')])).to.throw('same: declared twice')
    const params = (name: string) => ({ request: { params: z.object({ [name]: z.string() }) } })
    const twins = [endpoint('x', '/a/:id', params('id')), endpoint('y', '/a/:key', params('key'))]
    expect(() => checkEndpoints(twins)).to.throw('GET /a/:: declared twice')
  })

  it('refuses parameters without a schema, and schemas without a parameter', () => {
    expect(() => checkEndpoints([endpoint('x', '/a/:id')])).to.throw('GET /a/:id')
    const request = { params: z.object({ id: z.string() }) }
    expect(() => checkEndpoints([endpoint('x', '/a', { request })])).to.throw('GET /a')
    expect(() => checkEndpoints([endpoint('x', '/a/:id', { request })])).not.to.throw()
  })

  it('refuses a body on GET, and an idempotency key on an open endpoint', () => {
    expect(() => checkEndpoints([endpoint('x', '/a', { request: { body: z.object({}) } })])).to.throw('reads a body')
    expect(() => checkEndpoints([endpoint('x', '/a', { method: 'post', idempotent: true })])).to.throw('idempotency')
  })

  it('refuses members without a project, and roles outside of a project', () => {
    const params = (schema: z.ZodString) => ({ request: { params: z.object({ id: schema }) } })
    const member = { access: 'member', ...params(resourceId('project')) } as const
    expect(() => checkEndpoints([endpoint('x', '/a/:id', member)])).not.to.throw()
    const ofContact = { ...member, ...params(resourceId('contact')) }
    expect(() => checkEndpoints([endpoint('x', '/a/:id', ofContact)])).to.throw('names no project')
    expect(() => checkEndpoints([endpoint('x', '/a', { access: 'user', roles: ['OWNER'] })])).to.throw('a role')
    expect(() => checkEndpoints([endpoint('x', '/a', { access: 'project', roles: ['OWNER'] })])).not.to.throw()
  })
})
