import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, rawBody } from '../../../../gateway/http/endpoint.js'
import { leaveHalfway, statusLine } from '../../../support/raw-request.js'
import { serveEndpoints } from '../serve-endpoints.js'
import { words } from '../../../support/words.js'

const TYPE = 'Content-Type: application/json'
const Anything = z.record(z.string(), z.unknown())

const around = { method: 'post', access: 'open', summary: 'For a test', errors: [] } as const
const echo = defineEndpoint({
  ...around,
  operationId: 'echo',
  path: '/echo',
  request: { body: Anything },
  response: Anything,
  bodyLimitBytes: 1_000,
  handle: ({ body }) => Promise.resolve(body),
})

const echoRaw = defineEndpoint({
  ...around,
  operationId: 'echoRaw',
  path: '/raw',
  request: { body: rawBody },
  response: z.object({ text: z.string() }),
  handle: ({ body }) => Promise.resolve({ text: body }),
})

const echoLarge = defineEndpoint({ ...echo, operationId: 'echoLarge', path: '/echo-large', bodyLimitBytes: 1_000_000 })

const removeMembers = defineEndpoint({
  ...around,
  operationId: 'removeMembers',
  method: 'delete',
  path: '/members',
  request: { body: z.object({ emails: z.array(z.string()) }) },
  response: z.object({ count: z.int() }),
  handle: ({ body }) => Promise.resolve({ count: body.emails.length }),
})

const countItems = defineEndpoint({
  ...around,
  operationId: 'countItems',
  path: '/list',
  request: { body: z.array(z.number()) },
  response: z.object({ count: z.int() }),
  handle: ({ body }) => Promise.resolve({ count: body.length }),
})

const json = { 'content-type': 'application/json' }

const LARGE_NUMBERS = [
  ...words(`
    9007199254740992 9007199254740993 -9007199254740993 18446744073709551615 123456789012345678901234567890 1e21
    1E+21 -1e16 9.007199254740993e15 90071992547409930e-1 9007199254740993.0 9007199254740993.5 1e400 -1e400
  `),
  '1'.repeat(200),
]
const KEPT_NUMBERS = words(`
  9007199254740991 -9007199254740991 9.007199254740991e15 1e15 100e-2 0 -0 0.1234567890123456789
  3.14159265358979323846264338327950288 -2.5e-300 1e-400
`)

describe('request bodies', () => {
  const gateway = serveEndpoints([echo, echoRaw, echoLarge, removeMembers, countItems])

  it('answers 400 for text that is not JSON, without repeating it', async () => {
    const res = await gateway.client.post('/echo', '{"key": sk_secret', json)
    expect(res.status).to.equal(400)
    expect(res.body.error).to.include({ code: 'VALIDATION_ERROR', message: 'The body is not valid JSON' })
    expect(JSON.stringify(res.body) + gateway.logText()).not.to.contain('sk_secret')
  })

  it('answers 422 for JSON that is no object', async () => {
    for (const list of ['[1]', '[{}]', '[[]]']) {
      const res = await gateway.client.post('/echo', list, json)
      expect(res, list).to.deep.include({ status: 422, faults: [' invalid_type'] })
    }
  })

  it('treats an empty list and a missing body as an empty object', async () => {
    expect(await gateway.client.post('/echo')).to.deep.include({ status: 200, body: {} })
    for (const list of ['[]', ' [ ] ', '[\n]']) {
      expect(await gateway.client.post('/echo', list, json), list).to.deep.include({ status: 200, body: {} })
      const named = await gateway.client.delete('/members', list, json)
      expect(named, list).to.deep.include({ status: 422, faults: ['emails required'] })
    }
  })

  it('keeps lists inside a body, and bodies that are declared as lists', async () => {
    expect(await gateway.client.post('/echo', '{"a":[],"b":{"c":[[]]}}', json)).to.deep.include({
      status: 200,
      body: { a: [], b: { c: [[]] } },
    })
    expect(await gateway.client.post('/list', '[]', json)).to.deep.include({ status: 200, body: { count: 0 } })
    expect(await gateway.client.post('/list', '[1,2]', json)).to.deep.include({ status: 200, body: { count: 2 } })
  })

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', '']) {
    it(`answers 415 for a body of type "${type}"`, async () => {
      const res = await gateway.client.post('/echo', '{}', { 'content-type': type })
      expect(res).to.include({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    })
  }

  for (const type of ['application/json; charset=UTF-8', 'application/vnd.api+json', 'Application/JSON']) {
    it(`accepts a body of type ${type}`, async () => {
      const res = await gateway.client.post('/echo', '{"a":1}', { 'content-type': type })
      expect(res).to.deep.include({ status: 200, body: { a: 1 } })
    })
  }

  it('removes keys that could be taken for a prototype, at any depth', async () => {
    const res = await gateway.client.post('/echo', '{"a":{"__proto__":{"admin":true},"b":1},"__proto__":1}', json)
    expect(res.status).to.equal(200)
    expect(JSON.stringify(res.body)).to.equal('{"a":{"b":1}}')
  })

  it('answers 422 for more values than any real request has, however small the body', async () => {
    const res = await gateway.client.post('/echo-large', `{"a":[${'1,'.repeat(250_000)}1]}`, json)
    expect(res).to.deep.include({ status: 422, faults: [' too_big'] })
  })

  for (const number of LARGE_NUMBERS) {
    const shown = number.slice(0, 30)
    it(`answers 422 for the number ${shown} at any place, and names the field`, async () => {
      const body = `{"a":{"order":{"id":${number}}},"ids":[1, ${number} ,[${number}]],"n" :\n${number}}`
      expect(await gateway.client.post('/echo', body, json)).to.deep.include({
        status: 422,
        faults: ['a.order.id too_big', 'ids.1 too_big', 'ids.2.0 too_big', 'n too_big'],
      })
    })
  }

  for (const number of KEPT_NUMBERS) {
    it(`accepts the number ${number}`, async () => {
      const res = await gateway.client.post('/echo', `{"n":${number}}`, json)
      expect(res).to.deep.include({ status: 200, body: { n: JSON.parse(JSON.stringify(Number(number))) } })
    })
  }

  it('accepts any digits in texts and keys', async () => {
    const body = { '9007199254740993': '9007199254740993', '"1e21": 1e21': ['1e400', '"n":9007199254740993'] }
    expect(await gateway.client.post('/echo', JSON.stringify(body), json)).to.deep.include({ status: 200, body })
  })

  it('answers 422 for values that cannot be stored, naming each, whatever the schema accepts', async () => {
    const body = String.raw`{"a":{"b":["fine","half \ud83d a pair"]},"c":"\u0000","n":-1e400,"d":"\ud83d\ude00"}`
    const res = await gateway.client.post('/echo', body, json)
    expect(res).to.deep.include({ status: 422, faults: ['a.b.1 invalid_string', 'c invalid_string', 'n too_big'] })
  })

  it('reads the body of a DELETE', async () => {
    const res = await gateway.client.delete('/members', { emails: ['a', 'b'] })
    expect(res).to.deep.include({ status: 200, body: { count: 2 } })
  })

  it('passes on a raw body unchanged, whatever its type', async () => {
    const res = await gateway.client.post('/raw', ' {"not": json} é', { 'content-type': 'text/plain; charset=UTF-8' })
    expect(res).to.deep.include({ status: 200, body: { text: ' {"not": json} é' } })
  })

  it('answers 413 for a body above the limit of the endpoint, and continues serving', async () => {
    const res = await gateway.client.post('/echo', { text: 'x'.repeat(1_000) })
    expect(res).to.deep.include({ status: 413, code: 'PAYLOAD_TOO_LARGE', details: { limitBytes: 1_000 } })
    expect((await gateway.client.post('/echo', { a: 1 })).status).to.equal(200)
  })

  it('answers 413 before the end of the body, with an announced length and without', async () => {
    const tooLarge = 'HTTP/1.1 413 Payload Too Large'
    const send = (header: string, body: string) => statusLine(gateway.origin, '/echo', [TYPE, header], body)
    expect(await send('Content-Length: 100000000', '{')).to.equal(tooLarge)
    expect(await send('Transfer-Encoding: chunked', `7d0\r\n${'x'.repeat(2_000)}\r\n`)).to.equal(tooLarge)
  })

  it('logs a client that disconnects halfway, but not as an error', async () => {
    leaveHalfway(gateway.origin, '/echo', [TYPE, 'Content-Length: 500'], '{"a"')
    expect(await gateway.logged('CLIENT_GONE')).to.include({ level: 30, route: '/echo' })
    expect(gateway.logs.filter((line) => Number(line['level']) >= 50)).to.deep.equal([])
  })
})
