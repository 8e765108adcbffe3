import { expect } from 'chai'
import { AppError } from '../../../models/domain/errors.js'
import { applyDataPatch, planDataPatch, variablesFor } from '../../../models/domain/data.js'

const NOTHING = { set: {}, unset: [], clearAll: false, oneOff: {} }

/** What is stored, and what this send sees, when `data` is sent to a contact that holds `stored`. */
const merge = (stored: Record<string, unknown>, data: unknown) => {
  const patch = planDataPatch(data)
  return { stored: applyDataPatch(stored, patch), visible: variablesFor(stored, patch) }
}

/** The faults for which something is refused, each as its path and its code. */
const faultsOf = (run: () => unknown): string[] => {
  try {
    run()
  } catch (error) {
    expect(error).to.be.instanceOf(AppError)
    return ((error as AppError).errors ?? []).map(({ field, code }) => `${field}: ${code}`)
  }
  return []
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('data merge', () => {
  const CASES: [what: string, stored: Record<string, unknown>, data: unknown, after: unknown, visible?: unknown][] = [
    ['changes only the keys sent', { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ['replaces an object whole', { a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { y: 3 } }],
    ['stores arrays, false and 0', {}, { a: [1, { b: 2 }], c: false, d: 0 }, { a: [1, { b: 2 }], c: false, d: 0 }],
    ['ignores an empty string', { a: 1 }, { a: '', b: '' }, { a: 1 }],
    ['removes a key sent as null', { a: 1, b: 2 }, { a: null, c: null }, { b: 2 }],
    [
      'shows a one-off value without storing it',
      { a: 1 },
      { a: { value: 2, persistent: false }, b: { value: 'x', persistent: false } },
      { a: 1 },
      { a: 2, b: 'x' },
    ],
    [
      'shows a one-off null or empty string',
      { a: 1, b: 2 },
      { a: { value: null, persistent: false }, b: { value: '', persistent: false } },
      { a: 1, b: 2 },
      { a: null, b: '' },
    ],
    ['stores the value of a persistent wrapper', {}, { a: { value: [1], persistent: true } }, { a: [1] }],
    ['removes a key whose persistent value is null', { a: 1 }, { a: { value: null, persistent: true } }, {}],
    [
      'stores an object that only resembles a wrapper',
      {},
      { a: { value: 1, persistent: false, x: 1 } },
      { a: { value: 1, persistent: false, x: 1 } },
    ],
    [
      'stores a wrapper whose flag is no boolean',
      {},
      { a: { value: 1, persistent: 'false' } },
      { a: { value: 1, persistent: 'false' } },
    ],
    [
      'drops reserved keys silently',
      { a: 1 },
      { id: 1, service_id: 1, service_email: 1, email: 1, unsubscribeUrl: 1, subscribeUrl: 1, manageUrl: 1, b: 2 },
      { a: 1, b: 2 },
    ],
    [
      'keeps keys literal',
      {},
      { 'a.b': 1, $set: 2, 'first name': 3, größe: 4, '': 5 },
      { 'a.b': 1, $set: 2, 'first name': 3, größe: 4, '': 5 },
    ],
    ['leaves everything when data is absent', { a: 1 }, undefined, { a: 1 }],
    ['leaves everything when data is null', { a: 1 }, null, { a: 1 }],
    ['stores a locale', {}, { locale: 'pt-BR' }, { locale: 'pt-BR' }],
    ['removes a locale', { locale: 'de' }, { locale: null }, {}],
  ]
  for (const [what, stored, data, after, visible] of CASES) {
    it(what, () => expect(merge(stored, data)).to.deep.equal({ stored: after, visible: visible ?? after }))
  }

  it('clears everything for null where that is asked for', () => {
    const patch = planDataPatch(null, { nullClearsAll: true })
    expect(applyDataPatch({ a: 1 }, patch)).to.deep.equal({})
    expect(planDataPatch(null)).to.deep.equal(NOTHING)
  })

  it('drops keys that would reach a prototype, at every level', () => {
    const data: unknown = JSON.parse(
      '{"__proto__":{"x":1},"constructor":1,"prototype":2,"a":{"__proto__":{"x":1},"b":[{"constructor":1,"c":2}]}}',
    )
    const { stored } = merge({}, data)
    expect(stored).to.deep.equal({ a: { b: [{ c: 2 }] } })
    expect(Object.getPrototypeOf(stored)).to.equal(Object.prototype)
    expect(stored.x).to.equal(undefined)
  })

  it('changes neither the stored data nor what was sent', () => {
    const stored = { a: { b: 1 } }
    const data = { a: { c: 2 } }
    merge(stored, data)
    expect([stored, data]).to.deep.equal([{ a: { b: 1 } }, { a: { c: 2 } }])
  })

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
  const REFUSED: [what: string, data: unknown, errors: string[]][] = [
    ['an array', [1], ['data: invalid_type']],
    ['a string', 'x', ['data: invalid_type']],
    ['a number', 5, ['data: invalid_type']],
    ['a locale that is no string', { locale: 5 }, ['data.locale: invalid_type']],
    ['a one-off locale that is no string', { locale: { value: 5, persistent: false } }, ['data.locale: invalid_type']],
    ['a key of 256 characters', { ['k'.repeat(256)]: 1 }, [`data.${'k'.repeat(255)}: too_big`]],
    ['501 keys', many(501), ['data: too_big']],
    ['21 levels', { a: nested(20) }, ['data.a: too_big']],
    ['a value without a JSON form', { a: Number.NaN, b: new Map() }, ['data.a: invalid_type', 'data.b: invalid_type']],
    ['257 KB', { a: 'x'.repeat(257 * 1024) }, ['data: too_big']],
    ['129 K characters of two octets', { a: 'ü'.repeat(129 * 1024) }, ['data: too_big']],
    ['several faults at once', { locale: 1, a: nested(30) }, ['data.locale: invalid_type', 'data.a: too_big']],
  ]
  for (const [what, data, errors] of REFUSED) {
    it(`refuses ${what}`, () => expect(faultsOf(() => planDataPatch(data))).to.deep.equal(errors))
  }

  it('accepts what is just within the limits', () => {
    expect(faultsOf(() => planDataPatch({ a: nested(19), ['k'.repeat(255)]: 1 }))).to.deep.equal([])
    expect(faultsOf(() => planDataPatch(many(500)))).to.deep.equal([])
    expect(faultsOf(() => planDataPatch({ a: 'x'.repeat(256 * 1024 - 8) }))).to.deep.equal([])
  })

  it('refuses a patch that would leave more than 500 keys or 256 KB, and none that frees room first', () => {
    const full = many(500)
    expect(faultsOf(() => merge(full, { extra: 1 }))).to.deep.equal(['data: too_big'])
    expect(faultsOf(() => merge(full, { extra: 1, k0: null }))).to.deep.equal([])
    const large = { a: 'x'.repeat(200 * 1024) }
    expect(faultsOf(() => merge(large, { b: 'x'.repeat(100 * 1024) }))).to.deep.equal(['data: too_big'])
  })

  it('survives data nested deeper than any stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(faultsOf(() => planDataPatch({ a: deep }))).to.deep.equal(['data.a: too_big'])
  })
})
