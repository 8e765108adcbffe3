import { expect } from 'chai'
import { createEntryCache } from '../../runtime/entry-cache.js'
import { eventuallyEquals } from '../support/eventually.js'

describe('a cache of entries', () => {
  it('forgets the least recently used entry for one above its limit', () => {
    const cache = createEntryCache<true>({ maxEntries: 3 })
    for (const key of ['a', 'b', 'c']) cache.set(key, true)
    cache.get('a')
    cache.set('d', true)
    expect([...cache.keys()].toSorted()).to.deep.equal(['a', 'c', 'd'])
  })

  it('takes new entries in the place of old ones for as long as it is used', () => {
    const cache = createEntryCache<{ n: number }>({ maxEntries: 100, ttlMs: 60_000 })
    for (let n = 0; n < 1_000; n += 1) {
      cache.set(`key ${n}`, { n })
      if (n % 3 === 0) cache.delete(`key ${n - 1}`)
    }
    expect(cache.size).to.be.at.most(100)
    expect(cache.get('key 999')).to.deep.equal({ n: 999 })
    expect(cache.has('key 0')).to.equal(false)
  })

  it('forgets an entry whose time is over, and no other', async () => {
    const [brief, lasting] = [
      createEntryCache<true>({ maxEntries: 3, ttlMs: 1 }),
      createEntryCache<true>({ maxEntries: 3 }),
    ]
    for (const cache of [brief, lasting]) cache.set('a', true)
    await eventuallyEquals(() => brief.has('a'), false)
    expect(lasting.has('a')).to.equal(true)
  })
})
