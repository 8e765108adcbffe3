import { expect } from 'chai'
import mongoose from 'mongoose'
import { endpointName, rawBody } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { createCampaign, createContact, createProject, createTemplate, createWorkflow } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { makeStep } from '../support/graphs.js'
import type { ClientResponse, HttpClient } from '../support/http-client.js'

const json = { 'content-type': 'application/json' }
const DATA = { plan: 'pro', nested: { list: ['a', 'b'] } }
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

/** What stands in a path or a body for an id of the project. */
interface Ids {
  contact: string
  template: string
  campaign: string
  workflow: string
  from: string
  to: string
}

interface Write {
  method: 'POST' | 'PATCH'
  path: (ids: Ids) => string
  body: (ids: Ids) => Record<string, unknown>
  key?: 'publicKey' | 'secretKey'
}

const message = { subject: 'Hi {{ name }}', body: '<p>Hi</p>', from: 'news@example.com' }
const template = { ...message, name: 'A', description: 'B', fromName: 'Acme', replyTo: 'reply@example.com' }
const step = (fields: object) => ({
  method: 'POST' as const,
  path: ({ workflow }: Ids) => `/workflows/${workflow}/steps`,
  body: () => ({ name: 'Step', position: { x: 1, y: 2 }, ...fields }),
})

/** Every endpoint that takes a body, with one that it accepts and that uses all its fields. */
const WRITES: Record<string, Write> = {
  sendEmail: {
    method: 'POST',
    path: () => '/v1/send',
    body: () => ({
      ...message,
      to: ['ada@example.com', { name: 'Bob', email: 'bob@example.com' }],
      name: 'Acme',
      data: DATA,
      headers: { 'X-Campaign': 'spring' },
      reply: 'reply@example.com',
      attachments: [
        {
          filename: 'a.txt',
          content: 'aGVsbG8=',
          contentType: 'text/plain',
          contentId: 'a',
          disposition: 'attachment',
        },
      ],
      tags: ['spring'],
    }),
  },
  sendTemplate: {
    method: 'POST',
    path: () => '/v1/send',
    body: ({ template }) => ({ to: 'ada@example.com', template, subscribed: true }),
  },
  trackEvent: {
    method: 'POST',
    path: () => '/v1/track',
    key: 'publicKey',
    body: () => ({ email: 'ada@example.com', event: 'signed up', subscribed: true, data: DATA }),
  },
  upsertContact: {
    method: 'POST',
    path: () => '/contacts',
    body: () => ({ email: 'ada@example.com', subscribed: true, data: DATA }),
  },
  createTemplate: {
    method: 'POST',
    path: () => '/templates',
    body: () => ({ ...template, type: 'MARKETING', translations: { de: { subject: 'Hallo', body: '<p>Hallo</p>' } } }),
  },
  createCampaign: {
    method: 'POST',
    path: () => '/campaigns',
    body: () => ({ ...template, type: 'MARKETING', audienceType: 'ALL' }),
  },
  sendCampaign: {
    method: 'POST',
    path: ({ campaign }) => `/campaigns/${campaign}/send`,
    body: () => ({ scheduledFor: '2020-01-01T00:00:00Z' }),
  },
  createWorkflow: {
    method: 'POST',
    path: () => '/workflows',
    body: () => ({ name: 'A', description: 'B', eventName: 'signed up', triggerConfig: { eventName: 'signed up' } }),
  },
  updateWorkflow: {
    method: 'PATCH',
    path: ({ workflow }) => `/workflows/${workflow}`,
    body: () => ({ name: 'A', description: 'B', triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' } }),
  },
  addSendStep: step({ type: 'SEND_EMAIL', config: { recipient: { type: 'CONTACT' } } }),
  addDelayStep: step({ type: 'DELAY', config: { amount: 1, unit: 'hours' } }),
  addWaitStep: step({ type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 60 } }),
  addConditionStep: step({ type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } }),
  addUpdateStep: step({ type: 'UPDATE_CONTACT', config: { updates: DATA, subscriptionAction: 'none' } }),
  addExitStep: step({ type: 'EXIT', config: { reason: 'done' } }),
  addTransition: {
    method: 'POST',
    path: ({ workflow }) => `/workflows/${workflow}/transitions`,
    body: ({ from, to }) => ({ fromStepId: from, toStepId: to, branch: 'yes', condition: { branch: 'yes' } }),
  },
  startExecution: {
    method: 'POST',
    path: ({ workflow }) => `/workflows/${workflow}/executions`,
    body: ({ contact }) => ({ contactId: contact, context: DATA }),
  },
}

/** The lists of the API with each parameter that they read. */
const LISTS: Record<string, string[]> = {
  '/contacts': ['limit', 'cursor', 'search', 'subscribed', 'sort', 'dir'],
  '/templates': ['page', 'pageSize', 'type', 'search', 'sort', 'dir'],
  '/workflows': ['page', 'pageSize', 'search', 'enabled', 'status', 'sort', 'dir'],
  '/workflows/:workflow/executions': ['page', 'pageSize', 'status', 'contactId'],
}

describe('hostile input', () => {
  const gateway = useGateway({ RATE_LIMIT_PER_MINUTE: 0 })
  let ids: Ids
  let secret: HttpClient
  let clients: { publicKey: HttpClient; secretKey: HttpClient }
  let counts: Record<string, number>

  beforeEach(async () => {
    const { id: projectId, secretKey, publicKey } = await createProject()
    const [from, to] = [makeStep('CONDITION'), makeStep('EXIT')]
    const workflow = await createWorkflow({ projectId, steps: [from, to], transitions: [] })
    clients = { secretKey: gateway.as(secretKey), publicKey: gateway.as(publicKey) }
    secret = clients.secretKey
    ids = {
      contact: (await createContact({ projectId }))._id,
      template: (await createTemplate({ projectId, type: 'TRANSACTIONAL' }))._id,
      campaign: (await createCampaign({ projectId }))._id,
      workflow: workflow._id,
      from: from.id,
      to: to.id,
    }
    counts = await countAll()
  })

  const send = ({ method, path, key = 'secretKey' }: Write, body: unknown, headers: Record<string, string> = json) =>
    clients[key].request(method, path(ids), body, headers)

  /** A refusal that the caller can understand, and after which nothing is there that was not before. */
  const expectRefused = async (res: ClientResponse, what: string, ...expected: number[]): Promise<void> => {
    expect(res.status, `${what}: ${JSON.stringify(res.body).slice(0, 300)}`).to.be.oneOf(
      expected.length > 0 ? expected : [400, 404, 413, 415, 422],
    )
    expect(res.body.error, what).to.satisfy((error: unknown) => typeof error === 'string' || typeof error === 'object')
    expect(await countAll(), what).to.deep.equal(counts)
    expect(gateway.intents, what).to.deep.equal([])
  }

  it('is sent to every endpoint that takes a body', () => {
    const anyIds = { contact: ':id', template: ':id', campaign: ':id', workflow: ':id', from: ':id', to: ':id' }
    const tried = new Set(Object.values(WRITES).map(({ method, path }) => `${method} ${path(anyIds)}`))
    const taking = allEndpoints.filter(({ request }) => request?.body && request.body !== rawBody)
    expect(taking.map(endpointName).filter((name) => !tried.has(name))).to.deep.equal([])
  })

  for (const [name, write] of Object.entries(WRITES)) {
    describe(`to ${name}`, () => {
      it('is told from the body that the endpoint takes', async () => {
        const res = await send(write, JSON.stringify(write.body(ids)))
        expect(res.status, JSON.stringify(res.body)).to.be.within(200, 201)
      })

      it('is refused when it is no JSON object of moderate depth in UTF-8', async () => {
        const body = JSON.stringify(write.body(ids))
        await expectRefused(await send(write, body.slice(0, -1)), 'cut off', 400)
        await expectRefused(await send(write, `${body}{}`), 'two objects', 400)
        await expectRefused(await send(write, '\uFEFF{'), 'byte order mark', 400)
        await expectRefused(await send(write, Buffer.from(body, 'utf16le')), 'UTF-16', 400)
        await expectRefused(await send(write, Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])), 'UTF-8')
        await expectRefused(await send(write, body, { 'content-type': 'text/plain' }), 'text', 415)
        await expectRefused(await send(write, body, { 'content-type': 'multipart/form-data' }), 'a form', 415)
        await expectRefused(await send(write, body, { ...json, 'content-encoding': 'gzip' }), 'gzip', 415)
        for (const other of ['[]', '[1]', '5', '"text"', 'null', 'true', '[[]]']) {
          await expectRefused(await send(write, other), other, 400, 422)
        }
        const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`
        await expectRefused(await send(write, deep), 'deep', 422)
        await expectRefused(await send(write, body.replace('{', `{"zzz":${deep},`)), 'deep inside', 422)
      })

      it('is refused wherever text is expected', async () => {
        const base = write.body(ids)
        const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string' && !isFree(path)
        for (const path of leaves(base).filter(isText)) {
          for (const [what, value] of Object.entries(NO_TEXT)) {
            await expectRefused(await send(write, change(base, path, value)), `${path.join('.')} ${what}`, 400, 422)
          }
        }
      })

      it('is refused wherever it stands when it is text that cannot be stored', async () => {
        const base = write.body(ids)
        const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string'
        for (const path of leaves(base).filter(isText)) {
          for (const text of ['a\0b', 'a\ud800b']) {
            const what = `${path.join('.')} ${JSON.stringify(text)}`
            const res = await send(write, change(base, path, text))
            await expectRefused(res, what, 422)
            expect(res.body.error.errors, what).to.satisfy((errors: { field: string }[]) =>
              errors.some(({ field }) => field === path.join('.')),
            )
          }
        }
      })

      it('makes no fault of ours with any value anywhere', async () => {
        const base = write.body(ids)
        for (const path of everyPath(base)) {
          for (const value of STRANGE) {
            const res = await send(write, change(base, path, value))
            const what = `${path.join('.')} = ${value.slice(0, 60)}: ${JSON.stringify(res.body).slice(0, 300)}`
            expect(res.status, what).to.be.below(500)
          }
        }
      }).timeout(180_000)

      it('does not get at a prototype', async () => {
        const body = JSON.stringify(write.body(ids))
        const polluted = body.replace(
          '{',
          '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},',
        )
        const res = await send(write, polluted)
        expect(res.status).to.be.within(200, 201)
        expect(JSON.stringify(res.body)).not.to.contain('isAdmin')
        expect(({} as Record<string, unknown>)['isAdmin']).to.equal(undefined)
      })
    })
  }

  describe('in a query', () => {
    for (const [list, names] of Object.entries(LISTS)) {
      it(`of GET ${list} is refused or ignored, never a fault`, async () => {
        const path = list.replace(':workflow', ids.workflow)
        for (const name of names) {
          const twice = await secret.get(`${path}?${name}=1&${name}=2`)
          expect(twice.status, `${name} twice`).to.equal(400)
          expect(twice.body.error.errors[0]).to.include({ field: name, code: 'invalid_type' })
          expect((await secret.get(`${path}?${name}=a%00b`)).status, `${name} with NUL`).to.equal(400)
          for (const value of QUERY_VALUES) {
            const res = await secret.get(`${path}?${name}=${value}&${name}[$gt]=1&$where=1`)
            expect(res.status, `${name}=${value} ${JSON.stringify(res.body).slice(0, 200)}`).to.be.oneOf([200, 400])
            if (res.status === 200) expect(res.body.data).to.be.an('array')
          }
        }
      })
    }
  })

  describe('in a path', () => {
    const MALFORMED = [
      'x'.repeat(8_000),
      '%00',
      `${UNKNOWN_ID}%00`,
      '%7B%22%24gt%22%3A%22%22%7D',
      '[object%20Object]',
      '__proto__',
      'constructor',
      '..%2f..%2fetc',
      '%ED%A0%80',
      '%F0%9F%92%A9',
      '%20',
      '%0d%0aSet-Cookie:a=b',
      `${UNKNOWN_ID}%0a`,
    ]
    const PATHS = ['/contacts/#', '/templates/#', '/campaigns/#', '/workflows/#', '/workflows/:workflow/executions/#']
    for (const path of PATHS) {
      it(`of GET ${path} answers 404 like an unknown id`, async () => {
        for (const id of MALFORMED) {
          const res = await secret.get(path.replace(':workflow', ids.workflow).replace('#', id))
          await expectRefused(res, id, 404)
          expect(res.headers.has('set-cookie')).to.equal(false)
        }
      })
    }

    it('that is no path answers 400 or 404', async () => {
      for (const path of [
        '/contacts/%',
        '/contacts/%zz',
        '/contacts/%C0%AF',
        '/%',
        '//',
        '//evil.io/contacts',
        '/\\',
      ]) {
        await expectRefused(await secret.get(path), path, 400, 404)
      }
    })
  })

  it('is limited in size: more than 1 MB is refused', async () => {
    for (const write of [WRITES['upsertContact'], WRITES['trackEvent'], WRITES['createWorkflow']]) {
      if (!write) throw new Error('no such endpoint')
      const body = { ...write.body(ids), padding: 'x'.repeat(1_100_000) }
      await expectRefused(await send(write, JSON.stringify(body)), 'large', 413)
    }
  })
})

const NO_TEXT: Record<string, string> = {
  operator: '{"$gt":""}',
  'BSON type': '{"_bsontype":"ObjectId","id":"x"}',
  'array of operators': '[{"$gt":""}]',
  number: '1e999',
  'a long array': JSON.stringify(Array(10_000).fill('a')),
}

const STRANGE = [
  'null',
  '{"$gt":""}',
  '""',
  '{}',
  '[]',
  '-1',
  '1e308',
  '9007199254740993',
  JSON.stringify('x'.repeat(5_000)),
  JSON.stringify('{{ a | b: } {% %}'),
  JSON.stringify('😀\u202e\u2028\ufeff\uffff'),
  '{"_bsontype":"Double","value":1}',
  '{"a":{"_bsontype":"Long"}}',
  '{"toBSON":1,"toJSON":1,"toString":1,"valueOf":1,"then":1,"length":-1}',
  '{"$set":{"projectId":"x"},"a.b":1,"$where":"1","":{"":1},"a\\u0000b":1,"\\ud800":1}',
  JSON.stringify(Array(10_000).fill('a')),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]))),
]

const QUERY_VALUES = [
  '',
  '%20',
  '-1',
  '0',
  '1.5',
  '1e400',
  '9007199254740991',
  '99999999999999999999',
  'NaN',
  '{"$gt":""}',
  '%FF%FE',
  '%',
  '(((',
  '.*%2B%3F^${}()|[]\\',
  'true',
  'x'.repeat(2_000),
  Buffer.from('[{"$gt":""},"x"]').toString('base64url'),
  Buffer.from('["a\\u0000","b"]').toString('base64url'),
  Buffer.from('[8e15,"x"]').toString('base64url'),
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
]

/** Places where any JSON is welcome. */
function isFree(path: string[]): boolean {
  return path.some((part) => part === 'data' || part === 'context' || part === 'updates' || part === 'value')
}

function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

function everyPath(value: unknown): string[][] {
  const all = leaves(value).flatMap((path) => path.map((_, index) => path.slice(0, index + 1)))
  return [...new Map(all.map((path) => [path.join('.'), path])).values()]
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value)
}

/** The body as JSON with the value at a path replaced by other JSON. */
function change(base: object, path: string[], json: string): string {
  const copy = structuredClone(base)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = '@@here@@'
  return JSON.stringify(copy).replace('"@@here@@"', () =>
    /^[[{"\d-]|^(null|true)$/.test(json) ? json : JSON.stringify(json),
  )
}

/** How many documents each collection holds, but those that come and go with any request. */
async function countAll(): Promise<Record<string, number>> {
  const counted = Object.values(mongoose.models).map(async (model) => [model.modelName, await model.countDocuments({})])
  return Object.fromEntries(await Promise.all(counted)) as Record<string, number>
}
