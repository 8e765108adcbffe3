import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint, FileUpload } from '../../../../gateway/http/endpoint.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { leaveHalfway, statusLine } from '../../../support/raw-request.js'
import { words } from '../../../support/words.js'
import { serveEndpoints } from '../serve-endpoints.js'

const LIMIT_BYTES = 100_000
let received = 0

const upload = defineEndpoint({
  operationId: 'upload',
  method: 'post',
  path: '/upload',
  access: 'open',
  summary: 'Take a file',
  request: { body: new FileUpload(LIMIT_BYTES, 'Any file.') },
  response: z.object({ filename: z.string(), text: z.string() }),
  errors: [],
  handle({ body: { filename, content } }) {
    received += 1
    return Promise.resolve({ filename, text: content.toString() })
  },
})

const BOUNDARY = 'x-boundary'
const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const TYPE = `Content-Type: ${type['content-type']}`
const part = (disposition: string, content: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--\r\n`
const FILE = part('name="file"; filename="a.csv"', 'hello')

describe('uploads', () => {
  const gateway = serveEndpoints([upload])
  const send = (header: string, body: string) => statusLine(gateway.origin, '/upload', [TYPE, header], body)
  beforeEach(() => {
    received = 0
  })

  const sendForm = (...fields: [name: string, value: string | File][]): Promise<ClientResponse> => {
    const form = new FormData()
    for (const [name, value] of fields) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value)
    }
    return gateway.client.post('/upload', form)
  }
  const expectRefused = (res: ClientResponse, status: number, code: string): void => {
    expect(res, JSON.stringify(res.body)).to.include({ status, code })
    expect(received).to.equal(0)
  }

  it('pass the file of a form to the handler unchanged, and ignore everything else', async () => {
    const res = await sendForm(
      ['note', 'x'.repeat(10_000)],
      ['other', new File(['zzz'], 'other.csv')],
      ['file', new File(['a,b\r\n--é\0\r\n'], 'größe.csv')],
      ['__proto__', 'x'],
    )
    expect(res).to.deep.include({ status: 200, body: { filename: 'größe.csv', text: 'a,b\r\n--é\0\r\n' } })
  })

  it('accept a file up to the limit, whatever else the form contains, and answer 413 above it', async () => {
    expect((await sendForm(['file', new File(['x'.repeat(LIMIT_BYTES)], 'a')])).status).to.equal(200)
    received = 0
    for (const sizeBytes of [LIMIT_BYTES + 1, LIMIT_BYTES * 3]) {
      const res = await sendForm(['file', new File(['x'.repeat(sizeBytes)], 'a')])
      expectRefused(res, 413, 'PAYLOAD_TOO_LARGE')
      expect(res.body.error.details).to.deep.equal({ limitBytes: LIMIT_BYTES })
    }
  })

  it('answer 413 before the end of the body, with an announced length and without', async () => {
    expect(await send('Content-Length: 100000000', FILE)).to.match(/ 413 /)
    const piece = part('name="file"; filename="a"', 'x'.repeat(200_000))
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
    expect(await send('Transfer-Encoding: chunked', chunk)).to.match(/ 413 /)
  })

  it('answer 400 on file for no file, or for several', async () => {
    const other = new File(['x'], 'a.csv')
    const sent: [string, () => Promise<ClientResponse>, string][] = [
      ['no body', () => gateway.client.post('/upload'), 'required'],
      ['an empty form', () => gateway.client.post('/upload', END, type), 'required'],
      ['another field', () => sendForm(['upload', other]), 'required'],
      ['text in the field', () => sendForm(['file', 'a,b']), 'required'],
      ['two files', () => sendForm(['file', other], ['file', other]), 'too_big'],
    ]
    for (const [what, send, code] of sent) {
      const res = await send()
      expectRefused(res, 400, 'BAD_REQUEST')
      expect(res.body.error.errors, what).to.have.length(1)
      expect(res.body.error.errors[0], what).to.include({ field: 'file', code })
    }
  })

  it('answer 415 for a body of another type, and for a compressed form', async () => {
    const types = words('application/json text/csv application/x-www-form-urlencoded multipart/mixed')
    for (const headers of [
      ...[...types, ''].map((other) => ({ 'content-type': other })),
      { ...type, 'content-encoding': 'gzip' },
    ]) {
      expectRefused(await gateway.client.post('/upload', FILE + END, headers), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
  })

  const malformed: [string, string, string?][] = [
    ['has no boundary in its type', FILE + END, 'multipart/form-data'],
    ['has another boundary', FILE + END, 'multipart/form-data; boundary=other'],
    ['has no end', FILE],
    ['ends in the middle of its file', FILE.slice(0, -4)],
    ['ends in the middle of a header', FILE.slice(0, 40)],
    ['is no form at all', 'email\nada@example.com\n'],
    ['has hundreds of parts', part('name="a"', 'x').repeat(300) + FILE + END],
  ]
  for (const [what, body, contentType = type['content-type']] of malformed) {
    it(`answer 400 when the form ${what}`, async () => {
      const res = await gateway.client.post('/upload', body, { 'content-type': contentType })
      expectRefused(res, 400, 'VALIDATION_ERROR')
    })
  }

  it('cause no server error with any damage', async () => {
    const whole = Buffer.from(part('name="note"', 'x') + FILE + END)
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = [whole.subarray(0, at), Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)])]
      for (const body of damaged) {
        const res = await gateway.client.post('/upload', body, type)
        expect(res.status, JSON.stringify(body.toString())).to.be.oneOf([200, 400])
      }
    }
  })

  it('call no handler if the client disconnects halfway, and log no error', async () => {
    leaveHalfway(gateway.origin, '/upload', [TYPE, 'Content-Length: 5000'], FILE)
    expect(await gateway.logged('CLIENT_GONE')).to.include({ level: 30, route: '/upload' })
    expect(gateway.logs.filter((line) => Number(line['level']) >= 50)).to.deep.equal([])
    expect(received).to.equal(0)
  })
})
