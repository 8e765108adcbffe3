import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'

describe('a fair limit', () => {
  /** Work that is told when to end. */
  function work() {
    const begun: string[] = []
    const ends: (() => void)[] = []
    return {
      begun,
      of: (name: string) => () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      },
      endNext: async () => {
        ends.shift()?.()
        await turn()
      },
    }
  }

  it('lets groups take turns, so that much work of one keeps no other from the little it has', async () => {
    const { begun, of, endNext } = work()
    const limit = createLimiter({ concurrency: 1 })
    const many = Array.from({ length: 5 }, () => limit('huge', of('huge')))
    const few = [limit('small', of('small')), limit('small', of('small'))]
    for (let ended = 0; ended < 7; ended += 1) await endNext()
    expect(begun).to.deep.equal(['huge', 'huge', 'small', 'huge', 'small', 'huge', 'huge'])
    expect(await Promise.all([...many, ...few])).to.have.length(7)
  })

  it('does no more at once than it may, in all and of each group', async () => {
    const { begun, of, endNext } = work()
    const limit = createLimiter({ concurrency: 3, concurrencyPerKey: 2 })
    const all = ['a', 'a', 'a', 'b', 'b'].map((group) => limit(group, of(group)))
    expect(begun).to.deep.equal(['a', 'a', 'b'])
    for (let ended = 0; ended < 5; ended += 1) await endNext()
    expect(await Promise.all(all)).to.deep.equal(['a', 'a', 'a', 'b', 'b'])
  })

  it('throws what the work throws, and goes on with the next', async () => {
    const limit = createLimiter({ concurrency: 1 })
    const broken = limit('a', () => Promise.reject(new Error('broken')))
    const next = limit('a', async () => 'done')
    expect(await broken.catch((error: Error) => error.message)).to.equal('broken')
    expect(await next).to.equal('done')
  })
})
