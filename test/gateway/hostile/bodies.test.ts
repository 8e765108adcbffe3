import { expect } from 'chai'
import { endpointName, FileUpload, FormFields, rawBody } from '../../../gateway/http/endpoint.js'
import { allEndpoints } from '../../../gateway/routes/index.js'
import { inTurn } from '../../support/runs.js'
import { json, useTarget, type Refusal } from './target.js'
import { change, everyPath, isFree, leaves, NO_TEXT, STRANGE, valueAt } from './values.js'
import { WRITES, type Write } from './writes.js'

/** Pairs of a place and a value: each place with some of the values, with others at each turn. */
function examples<Value>(paths: string[][], values: readonly Value[], turn: number): [path: string[], value: Value][] {
  const usual = Math.ceil(8 / paths.length)
  return paths.flatMap((path, place) =>
    inTurn(values, turn + place, usual).map((value): [string[], Value] => [path, value]),
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
      execution: ':executionId',
      from: ':id',
      to: ':id',
      step: ':stepId',
      updateStep: ':stepId',
      project: ':id',
      segment: ':id',
      staticSegment: ':id',
      member: ':userId',
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

  /** What is no JSON object of moderate depth in UTF-8: `null`, and in turn what one reader refuses for all endpoints. */
  function noObjects(write: Write, turn: number): Refusal[] {
    const body = JSON.stringify(write.body(target.ids))
    const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
    const declaredAs = (what: string, headers: Record<string, string>): Refusal => ({
      what,
      send: () => target.send(write, body, headers),
      statuses: [415],
    })
    const others = [
      sending(write, 'cut off', body.slice(0, -1), 400),
      sending(write, 'two objects', `${body}{}`, 400),
      sending(write, 'byte order mark', '\uFEFF{', 400),
      sending(write, 'UTF-16', Buffer.from(body, 'utf16le'), 400),
      sending(write, 'UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])),
      declaredAs('text', { 'content-type': 'text/plain' }),
      declaredAs('a form', { 'content-type': 'multipart/form-data' }),
      declaredAs('gzip', { ...json, 'content-encoding': 'gzip' }),
      ...['[1]', '5', '"text"', 'true', '[[]]'].map((other) => sending(write, other, other, 400, 422)),
      sending(write, 'deep', deep, 422),
      sending(write, 'deep inside', body.replace('{', `{"zzz":${deep},`), 422),
    ]
    return [sending(write, 'null', 'null', 400, 422), ...inTurn(others, turn, 4)]
  }

  /** Values of other types wherever text is expected. */
  function noTexts(write: Write, turn: number): Refusal[] {
    const base = write.body(target.ids)
    const isText = (path: string[]): boolean => typeof valueAt(base, path) === 'string' && !isFree(path)
    return examples(leaves(base).filter(isText), Object.entries(NO_TEXT), turn).map(([path, [what, value]]) =>
      sending(write, `${path.join('.')} ${what}`, change(base, path, value), 400, 422),
    )
  }

  /** Text that cannot be stored, wherever text stands: the answer names each place. */
  function unstorable(write: Write): Refusal[] {
    const base = write.body(target.ids)
    const places = leaves(base).filter((path) => typeof valueAt(base, path) === 'string')
    // A body of numbers alone.
    if (places.length === 0) return []
    return ['a\0b', 'a\ud800b'].map((text) => {
      const body = places.reduce((changed, path) => change(JSON.parse(changed), path, text), JSON.stringify(base))
      return {
        ...sending(write, JSON.stringify(text), body, 422),
        check: ({ fields }) =>
          expect(fields, JSON.stringify(text)).to.include.members(places.map((path) => path.join('.'))),
      }
    })
  }

  for (const [turn, [name, write]] of Object.entries(WRITES).entries()) {
    it(`to ${name} is refused when it is no JSON object, or where text is expected, or text that cannot be stored`, () =>
      target.expectRefused([...noObjects(write, turn), ...noTexts(write, turn), ...unstorable(write)]))
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

describe('a body that is taken', () => {
  const target = useTarget()
  beforeEach(() => target.furnish())

  for (const [turn, [name, write]] of Object.entries(WRITES).entries()) {
    it(`by ${name} does not get at a prototype`, async () => {
      const body = JSON.stringify(write.body(target.ids))
      const polluted = body.replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},')
      const res = await target.send(write, polluted)
      expect(res.status, JSON.stringify(res.body)).to.be.within(200, 202)
      expect(JSON.stringify(res.body)).not.to.contain('isAdmin')
      expect(({} as Record<string, unknown>)['isAdmin']).to.equal(undefined)
    })

    it(`by ${name} makes no fault of ours with any value anywhere`, async () => {
      const base = write.body(target.ids)
      for (const [path, value] of examples(everyPath(base), STRANGE, turn)) {
        const res = await target.send(write, change(base, path, value))
        const what = `${path.join('.')} = ${value.slice(0, 60)}: ${JSON.stringify(res.body).slice(0, 300)}`
        expect(res.status, what).to.be.below(500)
      }
    }).timeout(180_000)
  }
})
