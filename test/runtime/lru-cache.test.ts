import { expect } from 'chai'
import { LruCache } from '../../runtime/lru-cache.js'

describe('a cache of what was used last', () => {
  it('drops the entry that was used longest ago when there are too many', () => {
    const cache = new LruCache<number>({ maxEntries: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).to.deep.equal([1, undefined, 3])
  })

  it('never holds more than its weight', () => {
    const cache = new LruCache<string>({ maxEntries: 10, maxWeight: 5, weigh: ({ length }) => length })
    cache.set('a', 'xxx')
    cache.set('b', 'yy')
    cache.set('a', 'xxxx')
    expect(['a', 'b'].map((key) => cache.get(key))).to.deep.equal(['xxxx', undefined])
    cache.set('huge', 'zzzzzz')
    expect(['a', 'huge'].map((key) => cache.get(key))).to.deep.equal([undefined, undefined])
  })

  it('counts the weight of what is replaced or taken out no more', () => {
    const cache = new LruCache<string>({ maxEntries: 10, maxWeight: 5, weigh: ({ length }) => length })
    cache.set('a', 'xxxxx')
    cache.set('a', 'x')
    cache.set('b', 'yyyy')
    cache.delete('b')
    cache.set('c', 'zzzz')
    expect(['a', 'c'].map((key) => cache.get(key))).to.deep.equal(['x', 'zzzz'])
  })
})
