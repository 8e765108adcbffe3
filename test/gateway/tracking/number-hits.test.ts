import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { createHitNumbers } from '../../../gateway/tracking/number-hits.js'
import type { Hit } from '../../../gateway/tracking/hit.js'
import { engagementKey } from '../../../models/domain/email-facts.js'
import { eventually } from '../../support/eventually.js'

const AT = new Date(Date.UTC(2026, 0, 1))
const MB = 1024 * 1024
const MANY = 1_000_000

/** The bytes of live objects. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const click = (emailId: string, link: string, at = AT): Hit => ({
  kind: 'clicked',
  projectId: 'a0000000-0000-4000-8000-000000000000',
  emailId: `b0000000-0000-4000-8000-${emailId.padStart(12, '0')}`,
  at,
  isMachine: false,
  agent: '',
  isProbe: false,
  link,
})

// Like a link from a token: V8 keeps a concatenated string as references to its parts.
const longLink = (n: number): string => Buffer.from(`https://shop.example/${n}/${'x'.repeat(4_000)}`).toString()

describe('the numbers of hits', () => {
  const MANY_HITS: [what: string, count: number, hitOf: (n: number) => Hit, limit: number][] = [
    ['long links of few messages', 20_000, (n) => click(`${n % 4}`, longLink(n)), 16 * MB],
    ['messages', 60_000, (n) => click(`${n}`, 'https://shop.example/'), 20 * MB],
  ]
  for (const [what, count, hitOf, limit] of MANY_HITS) {
    it(`of many ${what} use no more memory than allowed`, () => {
      const numbers = createHitNumbers(MANY)
      const before = liveBytes()
      for (let n = 0; n < count; n += 1) numbers.number(hitOf(n))
      expect(liveBytes() - before).to.be.below(limit)
      expect(numbers.number(click('1', 'https://shop.example/'))).to.include({ number: 0 })
    })
  }

  it('are assigned once each, also when there is no room for those of all messages', () => {
    const numbers = createHitNumbers(MANY, { maxBytes: 10_000 })
    const given = new Set<string>()
    const sources = new Set<string>()
    for (let n = 0; n < 3_000; n += 1) {
      const hit = click(`${n % 30}`, `${n % 7}`)
      const { source = '', number } = numbers.number(hit) ?? {}
      given.add(`${source} ${number} ${engagementKey(hit)}`)
      sources.add(source)
    }
    expect(given.size).to.equal(3_000)
    expect(sources.size).to.be.above(30)
  })

  it('continue with another source when their message is dropped for lack of room', () => {
    const numbers = createHitNumbers(MANY, { maxBytes: 10_000 })
    const hits = [numbers.number(click('1', 'a')), numbers.number(click('1', 'a'))]
    for (let n = 2; n < 20; n += 1) numbers.number(click(`${n}`, 'a'))
    const later = numbers.number(click('1', 'a'))
    expect(hits.map((hit) => hit?.number)).to.deep.equal([0, 1])
    expect(later?.number).to.equal(0)
    expect(later?.source).not.to.equal(hits[0]?.source)
  })

  it('of a past minute are forgotten', async () => {
    const numbers = createHitNumbers(MANY, { ttlMs: 50 })
    const first = numbers.number(click('1', 'a'))
    const later = await eventually(
      async () => numbers.number(click('1', 'a')),
      (hit) => hit?.source !== first?.source,
    )
    expect(later).to.include({ number: 0 })
  })

  it('are removed from memory once their minute is over', async () => {
    const numbers = createHitNumbers(MANY, { ttlMs: 50 })
    const before = liveBytes()
    for (let n = 0; n < 20_000; n += 1) numbers.number(click(`${n}`, 'a'))
    await eventually(
      async () => {
        numbers.purge()
        return liveBytes() - before
      },
      (grown) => grown < 3 * MB,
    )
    expect(numbers.number(click('1', 'a'))).to.include({ number: 0 })
  })

  it('end at the maximum for a message and minute, whatever their links', () => {
    const numbers = createHitNumbers(3)
    const given = ['a', 'b', 'a', 'c', 'a'].map((link) => numbers.number(click('1', link))?.number)
    expect(given).to.deep.equal([0, 0, 1, undefined, undefined])
    expect(numbers.number(click('1', 'a', new Date(AT.getTime() + 60_000)))).to.include({ number: 0 })
  })
})
