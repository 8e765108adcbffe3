import { expect } from 'chai'
import { endpointName, FileUpload, FormFields, rawBody } from '../../../gateway/http/endpoint.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { json, useTarget } from './target.js'
import { change, everyPath, isFree, leaves, NO_TEXT, STRANGE, valueAt } from './values.js'
import { WRITES } from './writes.js'

describe('a hostile body', () => {
  const target = useTarget()

  it('is sent to every endpoint that takes a body', () => {
    const anyIds = {
      contact: ':id',
      template: ':id',
      campaign: ':id',
      workflow: ':id',
      from: ':id',
      to: ':id',
      step: ':stepId',
      updateStep: ':stepId',
      project: ':id',
      segment: ':id',
      staticSegment: ':id',
    }
    const tried = new Set(Object.values(WRITES).map(({ method, path }) => `${method} ${path(anyIds)}`))
    // Forms have hostile tests of their own.
    const isForm = (body: unknown): boolean => body instanceof FileUpload || body instanceof FormFields
    const taking = allEndpoints.filter(({ request = {} }) => {
      return request.body && request.body !== rawBody && !isForm(request.body)
    })
    expect(taking.map(endpointName).filter((name) => !tried.has(name))).to.deep.equal([])
  })

  for (const [name, write] of Object.entries(WRITES)) {
    describe(`to ${name}`, () => {
      it('is told from the body that the endpoint takes', async () => {
        const res = await target.send(write, JSON.stringify(write.body(target.ids)))
        expect(res.status, JSON.stringify(res.body)).to.be.within(200, 202)
      })

      it('is refused when it is no JSON object of moderate depth in UTF-8', async () => {
        const body = JSON.stringify(write.body(target.ids))
        await target.expectRefused(await target.send(write, body.slice(0, -1)), 'cut off', 400)
        await target.expectRefused(await target.send(write, `${body}{}`), 'two objects', 400)
        await target.expectRefused(await target.send(write, '\uFEFF{'), 'byte order mark', 400)
        await target.expectRefused(await target.send(write, Buffer.from(body, 'utf16le')), 'UTF-16', 400)
        await target.expectRefused(
          await target.send(write, Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])),
          'UTF-8',
        )
        await target.expectRefused(await target.send(write, body, { 'content-type': 'text/plain' }), 'text', 415)
        await target.expectRefused(
          await target.send(write, body, { 'content-type': 'multipart/form-data' }),
          'a form',
          415,
        )
        await target.expectRefused(await target.send(write, body, { ...json, 'content-encoding': 'gzip' }), 'gzip', 415)
        for (const other of ['[]', '[1]', '5', '"text"', 'null', 'true', '[[]]']) {
          await target.expectRefused(await target.send(write, other), other, 400, 422)
        }
        const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`
        await target.expectRefused(await target.send(write, deep), 'deep', 422)
        await target.expectRefused(await target.send(write, body.replace('{', `{"zzz":${deep},`)), 'deep inside', 422)
      })

      it('is refused wherever text is expected', async () => {
        const base = write.body(target.ids)
        const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string' && !isFree(path)
        for (const path of leaves(base).filter(isText)) {
          for (const [what, value] of Object.entries(NO_TEXT)) {
            await target.expectRefused(
              await target.send(write, change(base, path, value)),
              `${path.join('.')} ${what}`,
              400,
              422,
            )
          }
        }
      })

      it('is refused wherever it stands when it is text that cannot be stored', async () => {
        const base = write.body(target.ids)
        const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string'
        for (const path of leaves(base).filter(isText)) {
          for (const text of ['a\0b', 'a\ud800b']) {
            const what = `${path.join('.')} ${JSON.stringify(text)}`
            const res = await target.send(write, change(base, path, text))
            await target.expectRefused(res, what, 422)
            expect(res.body.error.errors, what).to.satisfy((errors: { field: string }[]) =>
              errors.some(({ field }) => field === path.join('.')),
            )
          }
        }
      })

      it('makes no fault of ours with any value anywhere', async () => {
        const base = write.body(target.ids)
        for (const path of everyPath(base)) {
          for (const value of STRANGE) {
            const res = await target.send(write, change(base, path, value))
            const what = `${path.join('.')} = ${value.slice(0, 60)}: ${JSON.stringify(res.body).slice(0, 300)}`
            expect(res.status, what).to.be.below(500)
          }
        }
      }).timeout(180_000)

      it('does not get at a prototype', async () => {
        const body = JSON.stringify(write.body(target.ids))
        const polluted = body.replace(
          '{',
          '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},',
        )
        const res = await target.send(write, polluted)
        expect(res.status).to.be.within(200, 202)
        expect(JSON.stringify(res.body)).not.to.contain('isAdmin')
        expect(({} as Record<string, unknown>)['isAdmin']).to.equal(undefined)
      })
    })
  }

  it('is limited in size: more than 1 MB is refused', async () => {
    for (const write of [WRITES['upsertContact'], WRITES['trackEvent'], WRITES['createWorkflow']]) {
      if (!write) throw new Error('no such endpoint')
      const body = { ...write.body(target.ids), padding: 'x'.repeat(1_100_000) }
      await target.expectRefused(await target.send(write, JSON.stringify(body)), 'large', 413)
    }
  })
})
