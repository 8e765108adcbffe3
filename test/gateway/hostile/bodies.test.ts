import { expect } from 'chai'
import { endpointName, FileUpload, FormFields, rawBody } from '../../../gateway/http/endpoint.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { runs } from '../../support/runs.js'
import { json, useTarget, type Refusal } from './target.js'
import { change, everyPath, isFree, leaves, NO_TEXT, STRANGE, valueAt } from './values.js'
import { WRITES, type Write } from './writes.js'

/** Pairs of a place and a value, as many as `runs` says: each place with some of the values, each value at some places. */
function examples<Value>(paths: string[][], values: readonly Value[]): [path: string[], value: Value][] {
  const every = Math.ceil((paths.length * values.length) / runs(24).numRuns)
  return paths.flatMap((path, place) =>
    values.filter((_, index) => (place + index) % every === 0).map((value): [string[], Value] => [path, value]),
  )
}

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
      owner: '',
    }
    const tried = new Set(Object.values(WRITES).map(({ method, path }) => `${method} ${path(anyIds)}`))
    // Forms have hostile tests of their own.
    const isForm = (body: unknown): boolean => body instanceof FileUpload || body instanceof FormFields
    const taking = allEndpoints.filter(({ request = {} }) => {
      return request.body && request.body !== rawBody && !isForm(request.body)
    })
    expect(taking.map(endpointName).filter((name) => !tried.has(name))).to.deep.equal([])
  })

  const sending = (write: Write, what: string, body: unknown, ...statuses: number[]): Refusal => ({
    what,
    send: () => target.send(write, body),
    ...(statuses.length > 0 ? { statuses } : {}),
  })

  /** What is no JSON object of moderate depth in UTF-8. */
  function noObjects(write: Write): Refusal[] {
    const body = JSON.stringify(write.body(target.ids))
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`
    const declaredAs = (what: string, headers: Record<string, string>): Refusal => ({
      what,
      send: () => target.send(write, body, headers),
      statuses: [415],
    })
    return [
      sending(write, 'cut off', body.slice(0, -1), 400),
      sending(write, 'two objects', `${body}{}`, 400),
      sending(write, 'byte order mark', '\uFEFF{', 400),
      sending(write, 'UTF-16', Buffer.from(body, 'utf16le'), 400),
      sending(write, 'UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])),
      declaredAs('text', { 'content-type': 'text/plain' }),
      declaredAs('a form', { 'content-type': 'multipart/form-data' }),
      declaredAs('gzip', { ...json, 'content-encoding': 'gzip' }),
      ...['[]', '[1]', '5', '"text"', 'null', 'true', '[[]]'].map((other) => sending(write, other, other, 400, 422)),
      sending(write, 'deep', deep, 422),
      sending(write, 'deep inside', body.replace('{', `{"zzz":${deep},`), 422),
    ]
  }

  /** Values of other types wherever text is expected. */
  function noTexts(write: Write): Refusal[] {
    const base = write.body(target.ids)
    const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string' && !isFree(path)
    return examples(leaves(base).filter(isText), Object.entries(NO_TEXT)).map(([path, [what, value]]) =>
      sending(write, `${path.join('.')} ${what}`, change(base, path, value), 400, 422),
    )
  }

  /** Text that cannot be stored, wherever it stands: the answer names the place. */
  function unstorable(write: Write): Refusal[] {
    const base = write.body(target.ids)
    return leaves(base)
      .filter((path) => typeof valueAt(base, path) === 'string')
      .flatMap((path) =>
        ['a\0b', 'a\ud800b'].map((text) => {
          const what = `${path.join('.')} ${JSON.stringify(text)}`
          return {
            ...sending(write, what, change(base, path, text), 422),
            check: ({ body }) =>
              expect(
                body.error.errors.map(({ field }: { field: string }) => field),
                what,
              ).to.include(path.join('.')),
          }
        }),
      )
  }

  for (const [name, write] of Object.entries(WRITES)) {
    describe(`to ${name}`, () => {
      it('is told from the body that the endpoint takes', async () => {
        const res = await target.send(write, JSON.stringify(write.body(target.ids)))
        expect(res.status, JSON.stringify(res.body)).to.be.within(200, 202)
      })

      it('is refused when it is no JSON object, or where text is expected, or text that cannot be stored', async () => {
        await target.expectRefused([...noObjects(write), ...noTexts(write), ...unstorable(write)])
      })

      it('makes no fault of ours with any value anywhere', async () => {
        const base = write.body(target.ids)
        for (const [path, value] of examples(everyPath(base), STRANGE)) {
          const res = await target.send(write, change(base, path, value))
          const what = `${path.join('.')} = ${value.slice(0, 60)}: ${JSON.stringify(res.body).slice(0, 300)}`
          expect(res.status, what).to.be.below(500)
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
    const large = [WRITES['upsertContact'], WRITES['trackEvent'], WRITES['createWorkflow']].map((write) => {
      if (!write) throw new Error('no such endpoint')
      const body = { ...write.body(target.ids), padding: 'x'.repeat(1_100_000) }
      return sending(write, 'large', JSON.stringify(body), 413)
    })
    await target.expectRefused(large)
  })
})
