import { expect } from 'chai'
import { createKeyedMutex } from '../../../runtime/concurrency/keyed-mutex.js'

describe('a keyed mutex', () => {
  it('runs work of one key in sequence, also after a failure, and of two keys concurrently', async () => {
    const mutex = createKeyedMutex()
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
      mutex.runExclusive('a', work('a1', true)),
      mutex.runExclusive('a', work('a2')),
      mutex.runExclusive('b', work('b1')),
    ])
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled'])
    expect(log.filter((line) => line.startsWith('a'))).to.deep.equal(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
    expect(log.indexOf('b1 begins')).to.be.lessThan(log.indexOf('a1 ends'))
  })
})
