import { expect } from 'chai'
import { assert, constantFrom, property, string } from 'fast-check'
import { escapeData, escapeKey, inferType, lookUp, unescapeData, unescapeKey } from '../../../models/domain/fields.js'
import { runs } from '../../support/runs.js'

describe('stored keys', () => {
  const KEYS = [
    ['first name', 'first name'],
    ['a.b', 'a%2Eb'],
    ['$set', '%24set'],
    ['100%', '100%25'],
    ['%2E', '%252E'],
    ['', '%'],
    ['%', '%25'],
    ['a\0b', 'a%00b'],
    ['größe', 'größe'],
  ] as const
  for (const [key, stored] of KEYS) {
    it(`keep ${JSON.stringify(key)} as ${JSON.stringify(stored)} and give it back`, () => {
      expect(escapeKey(key)).to.equal(stored)
      expect(unescapeKey(stored)).to.equal(key)
    })
  }

  it('give every key back, hold nothing MongoDB would read, and differ where the keys differ', () => {
    assert(
      property(string({ unit: constantFrom('%', '.', '$', '\0', '2', 'E', 'a', ' ') }), (key) => {
        const stored = escapeKey(key)
        expect(unescapeKey(stored)).to.equal(key)
        expect(stored).to.match(/^[^.$\0]+$/)
      }),
      runs(100),
    )
  })

  it('are escaped at every level, in arrays too, and nothing else is changed', () => {
    const data = { 'a.b': [{ 'c.d': { $e: 'x.y' } }, null, 1, true] }
    const stored = escapeData(data)
    expect(stored).to.deep.equal({ 'a%2Eb': [{ 'c%2Ed': { '%24e': 'x.y' } }, null, 1, true] })
    expect(unescapeData(stored)).to.deep.equal(data)
  })

  it('never reach a prototype', () => {
    const data: unknown = JSON.parse('{"__proto__":{"admin":true}}')
    const stored = escapeData(data) as Record<string, unknown>
    expect(Object.keys(stored)).to.deep.equal(['__proto__'])
    expect(stored.admin).to.equal(undefined)
    expect(unescapeData(stored)).to.deep.equal(data)
  })
})

describe('lookUp', () => {
  const data = {
    plan: 'pro',
    'a.b': 'literal',
    a: { b: 'nested', c: { d: 1 }, 'c.e': 2, 'x.y': { z: 3 } },
    'x.y': { w: 4 },
    list: [{ n: 1 }],
    none: null,
  }
  const PATHS: [path: string, value: unknown, why: string][] = [
    ['plan', 'pro', 'a key'],
    ['a.b', 'literal', 'a literal key before a path'],
    ['a.c.d', 1, 'a path'],
    ['a.c.e', 2, 'a literal key inside an object'],
    ['a.x.y.z', 3, 'a path through a literal key'],
    ['x.y.w', 4, 'a path that begins with a literal key'],
    ['none', null, 'null, which is a value'],
    ['missing', undefined, 'nothing'],
    ['plan.length', undefined, 'nothing inside a string'],
    ['list.0', undefined, 'nothing inside an array'],
    ['list.length', undefined, 'nothing of an array itself'],
    ['constructor', undefined, 'nothing inherited'],
    ['a.__proto__.toString', undefined, 'nothing of a prototype'],
  ]
  for (const [path, value, why] of PATHS) {
    it(`finds ${why} at ${path}`, () => expect(lookUp(data, path)).to.deep.equal(value))
  }
})

describe('inferType', () => {
  const VALUES: [value: unknown, type: string][] = [
    [1.5, 'number'],
    ['1.5', 'string'],
    [false, 'boolean'],
    ['true', 'string'],
    ['2026-02-28', 'date'],
    ['2024-02-29', 'date'],
    ['2026-02-29', 'string'],
    ['2026-13-01', 'string'],
    ['2026-02-28T23:59:59Z', 'date'],
    ['2026-02-28T23:59:59.123Z', 'date'],
    ['2026-02-28T24:00:00Z', 'string'],
    ['2026-02-28T23:59:59+01:00', 'string'],
    ['28.02.2026', 'string'],
    [{ a: 1 }, 'string'],
    [[1], 'string'],
  ]
  for (const [value, type] of VALUES) {
    it(`takes ${JSON.stringify(value)} for a ${type}`, () => expect(inferType(value)).to.equal(type))
  }
})
