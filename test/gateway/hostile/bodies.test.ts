import { expect } from 'chai'
import { endpointName, type AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { inTurn } from '../../support/runs.js'
import { formsOf, placesOf, withEveryForm, writes, type Form, type Place } from './bodies.js'
import { json, useTarget, type Refusal } from './target.js'
import { change, isFree, leaves, NO_TEXT, STRANGE, valueAt } from './values.js'

// A design has hundreds of places, and one schema reads them for every endpoint that takes designs.
const isInDesign = ({ path }: Place): boolean => path.slice(0, -1).includes('design')
const takeDesigns = writes.filter((endpoint) => formsOf(endpoint).flatMap(placesOf).some(isInDesign))
const SHARES = [0, 1, 2]

/**
 * The places of a form that an endpoint is tried with: of those in a design a third, another one at the next of the
 * endpoints that take designs. The length of a path decides, so that they divide all places among them.
 */
function triedPlaces(endpoint: AnyEndpoint, form: Form): Place[] {
  const shares = inTurn(SHARES, takeDesigns.indexOf(endpoint), 1)
  return placesOf(form).filter(
    (place) => !isInDesign(place) || shares.includes(place.path.join('.').length % SHARES.length),
  )
}

/** Pairs of a place and a value: each place with some of the values, with others at each turn. */
function examples<Value>(paths: string[][], values: readonly Value[], turn: number): [path: string[], value: Value][] {
  const usual = Math.ceil(4 / paths.length)
  return paths.flatMap((path, place) =>
    inTurn(values, turn + place, usual).map((value): [string[], Value] => [path, value]),
  )
}

describe('a hostile body', () => {
  const target = useTarget()

  const sending = (endpoint: AnyEndpoint, what: string, body: string | Uint8Array, ...statuses: number[]): Refusal => ({
    what,
    send: () => target.send(endpoint, body),
    ...(statuses.length > 0 ? { statuses } : {}),
  })

  /**
   * Anything but a JSON object of moderate depth in UTF-8: `null`, and alternating inputs that every endpoint refuses.
   */
  function noObjects(endpoint: AnyEndpoint, turn: number): Refusal[] {
    const body = JSON.stringify(endpoint.example?.body)
    const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`
    const declaredAs = (what: string, headers: Record<string, string>): Refusal => ({
      what,
      send: () => target.send(endpoint, body, headers),
      statuses: [415],
    })
    const others = [
      sending(endpoint, 'cut off', body.slice(0, -1), 400),
      sending(endpoint, 'two objects', `${body}{}`, 400),
      sending(endpoint, 'byte order mark', '\uFEFF{', 400),
      sending(endpoint, 'UTF-16', Buffer.from(body, 'utf16le'), 400),
      sending(endpoint, 'UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])),
      declaredAs('text', { 'content-type': 'text/plain' }),
      declaredAs('a form', { 'content-type': 'multipart/form-data' }),
      declaredAs('gzip', { ...json, 'content-encoding': 'gzip' }),
      ...['[1]', '5', '"text"', 'true', '[[]]'].map((other) => sending(endpoint, other, other, 400, 422)),
      sending(endpoint, 'deep', deep, 422),
      sending(endpoint, 'deep inside', body.replace('{', `{"zzz":${deep},`), 422),
    ]
    return [sending(endpoint, 'null', 'null', 400, 422), ...inTurn(others, turn, 2)]
  }

  /** Values of other types wherever text is expected. */
  function noTexts(endpoint: AnyEndpoint, form: Form, turn: number): Refusal[] {
    // A unit is ignored beside an operator that has none.
    const isRead = (path: string[]): boolean => path.at(-1) !== 'unit' || valueAt(form.body, path) !== undefined
    const paths = triedPlaces(endpoint, form).flatMap(({ path, isText }) => (isText && isRead(path) ? [path] : []))
    return examples(paths, Object.entries(NO_TEXT), turn).map(([path, [what, value]]) =>
      sending(endpoint, `${path.join('.')} ${what}`, change(form.body, path, value), 400, 422),
    )
  }

  /** Text that cannot be stored, wherever text stands: the answer names each place. */
  function unstorable(endpoint: AnyEndpoint, { body }: Form): Refusal[] {
    const places = leaves(body).filter((path) => typeof valueAt(body, path) === 'string')
    // A body of numbers alone.
    if (places.length === 0) return []
    return ['a\0b', 'a\ud800b'].map((text) => {
      const changed = places.reduce((at, path) => change(JSON.parse(at), path, text), JSON.stringify(body))
      return {
        ...sending(endpoint, JSON.stringify(text), changed, 422),
        check: ({ fields }) =>
          expect(fields, JSON.stringify(text)).to.include.members(places.map((path) => path.join('.'))),
      }
    })
  }

  it('is refused by its schema, except any JSON in free fields', () => {
    const places = writes.flatMap((endpoint) => formsOf(endpoint).flatMap(placesOf))
    const any = places.flatMap(({ path, isAny }) => (isAny && !isFree(path) ? [path.join('.')] : []))
    // The type of a step determines the config that a change of it, and a definition, accept.
    expect([...new Set(any)]).to.have.members(['config.de', 'steps.0.config.de'])
  })

  for (const [turn, endpoint] of writes.entries()) {
    it(`to ${endpointName(endpoint)} is refused when it is no JSON object, or has no text or unfit text where text belongs`, () =>
      target.expectRefused([
        ...noObjects(endpoint, turn),
        ...formsOf(endpoint).flatMap((form) => [...noTexts(endpoint, form, turn), ...unstorable(endpoint, form)]),
      ]))
  }

  it('has every place of a design tried at some of the endpoints that take designs', () => {
    const textOf = ({ path }: Place): string => path.join('.')
    const placed = takeDesigns.flatMap((endpoint) => formsOf(endpoint).flatMap(placesOf)).map(textOf)
    const tried = takeDesigns.flatMap((endpoint) => formsOf(endpoint).flatMap((form) => triedPlaces(endpoint, form)))
    expect(new Set(tried.map(textOf))).to.deep.equal(new Set(placed))
  })

  it('is limited in size: more than 1 MB is refused', async () => {
    const padding = 'x'.repeat(1_100_000)
    const some = writes.filter(({ bodyLimitBytes }) => !bodyLimitBytes)
    const large = inTurn(some, 0, 3).map((endpoint) => {
      return sending(
        endpoint,
        endpointName(endpoint),
        JSON.stringify({ ...Object(endpoint.example?.body), padding }),
        413,
      )
    })
    await target.expectRefused(large)
  })
})

describe('an accepted body', () => {
  const target = useTarget()

  for (const [turn, endpoint] of writes.entries()) {
    const name = endpointName(endpoint)
    it(`for ${name} cannot change a prototype`, async () => {
      await target.furnish(withEveryForm(endpoint))
      for (const { body } of formsOf(endpoint)) {
        const polluted = JSON.stringify({ constructor: { prototype: { isAdmin: true } }, ...body }).replace(
          '{',
          '{"__proto__":{"isAdmin":true},',
        )
        const res = await target.send(endpoint, polluted)
        expect(res.status, JSON.stringify([body, res.body])).to.be.within(200, 204)
        expect(JSON.stringify(res.body)).not.to.contain('isAdmin')
        expect(({} as Record<string, unknown>)['isAdmin']).to.equal(undefined)
      }
    })

    it(`for ${name} causes no server error with any value at any place`, async () => {
      await target.furnish(withEveryForm(endpoint))
      for (const form of formsOf(endpoint)) {
        const paths = triedPlaces(endpoint, form).map(({ path }) => path)
        for (const [path, value] of examples(paths, STRANGE, turn)) {
          const res = await target.send(endpoint, change(form.body, path, value))
          const what = `${path.join('.')} = ${value.slice(0, 60)}: ${JSON.stringify(res.body).slice(0, 300)}`
          expect(res.status, what).to.be.below(500)
        }
      }
    }).timeout(180_000)
  }
})
