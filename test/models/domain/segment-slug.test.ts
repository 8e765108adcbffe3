import { expect } from 'chai'
import { freeSlug, slugOf } from '../../../models/domain/segment-slug.js'

describe('the slug of a segment', () => {
  const ROWS: [name: string, slug: string][] = [
    ['VIP', 'vip'],
    ['Power users', 'power-users'],
    ['  Power \t users ', 'power-users'],
    ['Paid & active', 'paid-active'],
    ['Re-engage!', 're-engage'],
    ['a.b/c_d', 'abcd'],
    ['50% off', '50-off'],
    ['-- x --', 'x'],
    ['Größe', 'größe'],
    ['日本 顧客', '日本-顧客'],
    ['!!!', 'segment'],
    ['...', 'segment'],
    ['x'.repeat(120), 'x'.repeat(100)],
  ]
  for (const [name, slug] of ROWS) {
    it(`of ${JSON.stringify(name.slice(0, 20))} is ${slug.slice(0, 20)}`, () => expect(slugOf(name)).to.equal(slug))
  }

  it('is the same for one text written in two ways', () => expect(slugOf('Cafe\u0301')).to.equal(slugOf('Café')))

  it('takes the first number that is free', () => {
    const taken = new Set(['vip', 'vip-2', 'vip-4'])
    expect(freeSlug('vip', (slug) => taken.has(slug))).to.equal('vip-3')
    expect(freeSlug('new', (slug) => taken.has(slug))).to.equal('new')
  })
})
