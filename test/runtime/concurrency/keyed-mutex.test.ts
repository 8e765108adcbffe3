import { expect } from 'chai'
import { inTurn } from '../../../runtime/concurrency/keyed-mutex.js'

describe('work that is done in turn', () => {
  it('goes one after the other for one key, also after a failure, and side by side for two', async () => {
    const log: string[] = []
    const work =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        log.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      }
    const results = await Promise.allSettled([
      inTurn('a', work('a1', true)),
      inTurn('a', work('a2')),
      inTurn('b', work('b1')),
    ])
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled'])
    expect(log.filter((line) => line.startsWith('a'))).to.deep.equal(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
    expect(log.indexOf('b1 begins')).to.be.lessThan(log.indexOf('a1 ends'))
  })
})
