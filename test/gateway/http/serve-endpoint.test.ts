import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { reply } from '../../../gateway/http/response/reply.js'
import { resourceId } from '../../../gateway/schemas/ids.js'
import { serveEndpoints } from './serve-endpoints.js'

const Named = z.object({ name: z.string() })
const around = { method: 'get', access: 'open', summary: 'For a test', errors: [], response: Named } as const
const ID = '019a0c5e-7b1a-7cc0-8000-0123456789ab'

const getMe = defineEndpoint({
  ...around,
  operationId: 'getMe',
  path: '/users/@me',
  handle: () => Promise.resolve({ name: 'me', passwordHash: 'secret' }),
})

const getUser = defineEndpoint({
  ...around,
  operationId: 'getUser',
  path: '/users/:id',
  request: { params: z.object({ id: resourceId('contact') }) },
  handle: ({ params }) => Promise.resolve({ name: params.id }),
})

const getStep = defineEndpoint({
  ...around,
  operationId: 'getStep',
  path: '/workflows/:id/steps/:stepId',
  request: { params: z.object({ id: resourceId('workflow'), stepId: resourceId('step') }) },
  handle: ({ params }) => Promise.resolve({ name: params.stepId }),
})

const deleteUser = defineEndpoint({
  ...around,
  operationId: 'deleteUser',
  method: 'delete',
  path: '/users/:id',
  request: { params: z.object({ id: resourceId('contact') }) },
  response: null,
  handle: () => Promise.resolve(),
})

const upsert = defineEndpoint({
  ...around,
  operationId: 'upsert',
  method: 'post',
  path: '/upsert',
  request: { body: z.object({ name: z.string(), age: z.int().optional(), isNew: z.boolean() }) },
  statuses: [200, 201],
  badRequest: 'plain',
  handle: ({ body }) => Promise.resolve(reply(body.isNew ? 201 : 200, { name: body.name })),
})

const surprising = defineEndpoint({
  ...around,
  operationId: 'surprising',
  method: 'post',
  path: '/surprising',
  statuses: [201],
  handle: () => Promise.resolve({ name: 'a' }),
})

const wrapped = defineEndpoint({
  ...around,
  operationId: 'wrapped',
  method: 'post',
  path: '/wrapped',
  envelope: 'success',
  statuses: [200],
  handle: () => Promise.resolve(reply(200, { name: 'a' }, 'Done')),
})

const listed = defineEndpoint({
  ...around,
  operationId: 'listed',
  path: '/listed',
  request: { query: z.object({ status: z.enum(['DRAFT', 'SENT']).optional() }) },
  response: z.object({ data: z.array(z.string()) }),
  envelope: 'success',
  handle: ({ query }) => Promise.resolve({ data: query.status ? [query.status] : [] }),
})

const broken = defineEndpoint({
  ...around,
  operationId: 'broken',
  path: '/broken',
  response: z.object({ count: z.int() }),
  handle: () => Promise.resolve({ count: 1.5 }),
})

const endpoints = [getUser, getMe, getStep, deleteUser, upsert, surprising, wrapped, listed, broken]

describe('an endpoint', () => {
  const gateway = serveEndpoints(endpoints)

  it('answers only what its schema declares', async () => {
    expect(await gateway.client.get('/users/@me')).to.deep.include({ status: 200, body: { name: 'me' } })
  })

  it('is found before a parameter, with a trailing slash or escaped, but not in another case', async () => {
    expect((await gateway.client.get('/users/@me/')).status).to.equal(200)
    expect((await gateway.client.get('/users/%40%6de')).status).to.equal(200)
    expect(await gateway.client.get('/Users/@me')).to.deep.include({
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
      details: { resource: 'route', id: '/Users/@me' },
    })
  })

  it('answers HEAD like GET without the body', async () => {
    const res = await gateway.client.request('HEAD', '/users/@me')
    expect(res).to.include({ status: 200, body: '' })
    expect(res.headers.get('content-length')).to.equal(String('{"name":"me"}'.length))
  })

  it('answers 204 without a body when it returns nothing', async () => {
    expect(await gateway.client.delete(`/users/${ID}`)).to.include({ status: 204, body: '' })
  })

  it('can choose its status', async () => {
    expect(await gateway.client.post('/upsert', { name: 'a', isNew: true })).to.deep.include({
      status: 201,
      body: { name: 'a' },
    })
    expect((await gateway.client.post('/upsert', { name: 'a', isNew: false })).status).to.equal(200)
  })

  it('wraps its answer when it declares that', async () => {
    const res = await gateway.client.post('/wrapped')
    expect(res.body).to.deep.equal({ success: true, data: { name: 'a' }, message: 'Done' })
    expect((await gateway.client.get('/listed?status=SENT')).body).to.deep.equal({
      success: true,
      data: { data: ['SENT'] },
    })
  })

  it('answers 404 for a malformed id, naming the kind and the id', async () => {
    const res = await gateway.client.get('/users/42')
    expect(res).to.deep.include({ status: 404, code: 'CONTACT_NOT_FOUND', details: { resource: 'contact', id: '42' } })
  })

  it('leaves a later malformed id to the handler, which knows whether the first one exists', async () => {
    expect((await gateway.client.get(`/workflows/${ID}/steps/x`)).body).to.deep.equal({ name: 'x' })
    const res = await gateway.client.get('/workflows/x/steps/x')
    expect(res.body.error.details).to.deep.equal({ resource: 'workflow', id: 'x' })
  })

  it('answers 400 for an unknown value in the query, naming the field', async () => {
    const res = await gateway.client.get('/listed?status=LOST')
    expect(res.status).to.equal(400)
    expect(res.body.error).to.include({ code: 'BAD_REQUEST' })
    expect(res.body.error.errors).to.have.length(1)
    expect(res.body.error.errors[0]).to.include({ field: 'status', code: 'invalid_enum_value', received: 'LOST' })
    expect((await gateway.client.get('/listed?status=SENT&status=DRAFT')).status).to.equal(400)
  })

  it('answers a missing field with a plain body when it declares that, and a malformed one with the envelope', async () => {
    const missing = await gateway.client.post('/upsert', { age: 'x' })
    expect(missing).to.deep.include({ status: 400, body: { error: 'Missing required fields: name, isNew' } })
    const malformed = await gateway.client.post('/upsert', { name: 'a', isNew: true, age: 'x' })
    expect(malformed).to.include({ status: 422, code: 'VALIDATION_ERROR' })
    expect(malformed.body.error.errors).to.deep.equal([
      { field: 'age', code: 'invalid_type', message: 'Invalid input: expected number, received string', received: 'x' },
    ])
  })

  it('answers 500 in tests when its answer does not match its schema, naming the difference', async () => {
    const res = await gateway.client.get('/broken')
    expect(res.status).to.equal(500)
    expect(res.body.error.message).to.contain('GET /broken').and.to.contain('count: ')
  })

  it('answers 500 in tests for a status that it does not declare, because the reference lacks it', async () => {
    const res = await gateway.client.post('/surprising')
    expect(res.status).to.equal(500)
    expect(res.body.error.message).to.contain('POST /surprising').and.to.contain('200')
  })
})

describe('an endpoint in production', () => {
  const secret = () => randomBytes(32).toString('hex')
  const gateway = serveEndpoints([broken], { NODE_ENV: 'production', ENCRYPTION_KEY: secret(), JWT_SECRET: secret() })

  it('sends an answer that does not match its schema unchanged, and logs the difference', async () => {
    expect(await gateway.client.get('/broken')).to.deep.include({ status: 200, body: { count: 1.5 } })
    expect(gateway.logs.find((line) => line['operationId'] === 'broken')).to.include({ level: 50 })
  })
})
