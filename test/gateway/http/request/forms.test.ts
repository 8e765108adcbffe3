import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, FormFields, Media } from '../../../../gateway/http/endpoint.js'
import { content } from '../../../../gateway/http/response/reply.js'
import { words } from '../../../support/words.js'
import { serveEndpoints } from '../serve-endpoints.js'

const around = { method: 'post', access: 'open', summary: 'For a test', errors: [] } as const
const fields = z.object({ name: z.string().min(1), note: z.string().optional() })
let received = 0

const answerForm = defineEndpoint({
  ...around,
  operationId: 'answerForm',
  path: '/form',
  request: { body: new FormFields(fields) },
  response: fields,
  handle({ body }) {
    received += 1
    return Promise.resolve(body)
  },
})

const answerPage = defineEndpoint({
  ...around,
  operationId: 'answerPage',
  path: '/page',
  request: { body: new FormFields(fields) },
  response: new Media('text/html'),
  errorPage: ({ code }, headers) =>
    content('text/html', `<p>${code} ${headers['x-mark'] as string}</p>`, { 'X-A': 'b' }),
  handle: () => Promise.resolve(content('text/html', '<p>Done</p>')),
})

const BOUNDARY = 'x-boundary'
const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const part = (disposition: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`

describe('forms', () => {
  const gateway = serveEndpoints([answerForm, answerPage])
  beforeEach(() => {
    received = 0
  })

  it('pass their fields to the handler, url-encoded or multipart, and ignore everything else', async () => {
    const body = { name: 'Zoë & Söhne=1', note: 'a\nb' }
    const form = new FormData()
    form.set('file', new File(['zzz'], 'a.csv'))
    for (const [name, value] of Object.entries({ ...body, other: 'x' })) form.set(name, value)
    form.set('__proto__', 'x')
    for (const sent of [new URLSearchParams({ ...body, other: 'x' }), form]) {
      const res = await gateway.client.post('/form', sent)
      expect(res.status, JSON.stringify(res.body)).to.equal(200)
      expect({ ...res.body, note: res.body.note.replace('\r', '') }).to.deep.equal(body)
    }
  })

  it('answer 400, naming the field, for a value that is missing, unfit or repeated', async () => {
    const sent: [string, string | undefined, string][] = [
      ['no body', undefined, 'name'],
      ['no field', 'other=1', 'name'],
      ['an empty field', 'name=', 'name'],
      ['a field twice', 'name=a&name=b', 'name'],
      ['NUL', 'name=a&note=%00', 'note'],
    ]
    for (const [what, body, field] of sent) {
      const res = await gateway.client.post('/form', body, urlEncoded)
      expect(res.status, what).to.equal(400)
      expect(res.fields, what).to.deep.equal([field])
    }
    const twice = part('name="name"', 'a') + part('name="name"', 'b') + END
    expect((await gateway.client.post('/form', twice, multipart)).status).to.equal(400)
    expect(received).to.equal(0)
  })

  it('answer 415 for another type or a compressed body, and 413 for a large body', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/mixed; boundary=x', '']) {
      expect((await gateway.client.post('/form', 'name=a', { 'content-type': type })).status, type).to.equal(415)
    }
    const gzip = { ...urlEncoded, 'content-encoding': 'gzip' }
    expect((await gateway.client.post('/form', 'name=a', gzip)).status).to.equal(415)
    expect((await gateway.client.post('/form', `name=${'a'.repeat(100_000)}`, urlEncoded)).status).to.equal(413)
    expect(received).to.equal(0)
  })

  it('answer 400 if they are no forms, or have more fields than any form of the gateway', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `f${index}=x`).join('&')
    const sent: [string, Record<string, string>][] = [
      ['name=a', { 'content-type': 'multipart/form-data' }],
      ['name=a', multipart],
      [part('name="name"', 'a'), multipart],
      [part('name="name"', 'a').repeat(1_000) + END, multipart],
      [`${many}&name=a`, urlEncoded],
    ]
    for (const [body, headers] of sent) {
      expect((await gateway.client.post('/form', body, headers)).status, body.slice(0, 100)).to.equal(400)
    }
    expect(received).to.equal(0)
  })

  it('cause no server error with any damage', async () => {
    const whole = Buffer.from(part('name="name"', 'x') + END)
    for (let at = 0; at < whole.length; at += 1) {
      for (const body of [whole.subarray(0, at), Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)])]) {
        const res = await gateway.client.post('/form', body, multipart)
        expect(res.status, JSON.stringify(body.toString())).to.be.oneOf([200, 400])
      }
    }
    for (const body of words('% %zz=% &&& === name=%ff%fe name=\u0001 name[$gt]=1&name=a __proto__=1')) {
      expect((await gateway.client.post('/form', body, urlEncoded)).status, body).to.be.oneOf([200, 400])
    }
  })

  it('are refused with an HTML page when the endpoint has one for errors', async () => {
    const res = await gateway.client.post('/page', new URLSearchParams({ name: '' }), { 'x-mark': 'm' })
    expect(res).to.deep.include({ status: 400, body: '<p>BAD_REQUEST m</p>' })
    expect(res.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(res.headers.get('x-a')).to.equal('b')
  })
})
