import { expect } from 'chai'
import { LeasedRateLimiter } from '../../../gateway/middleware/leased-rate-limiter.js'
import type { LeasePoints } from '../../../commands/base/rate-limits/lease-points.js'
import { livedMs } from '../../support/lived-ms.js'

const WINDOW_MS = 60_000

/** A store of points that all processes of a test share; `asked` counts its calls. */
function makeStore(limit: number) {
  const taken = new Map<string, { points: number; endsAt: number }>()
  const store = {
    asked: 0,
    take: (async (key, points) => {
      store.asked += 1
      await Promise.resolve()
      const known = taken.get(key)
      const row = known && known.endsAt > Date.now() ? known : { points: 0, endsAt: Date.now() + WINDOW_MS }
      taken.set(key, row)
      const granted = Math.max(0, Math.min(points, limit - row.points))
      row.points += points
      return { granted, left: Math.max(0, limit - row.points), endsAt: row.endsAt }
    }) as LeasePoints,
  }
  return store
}

const spendAll = async (leases: LeasedRateLimiter, times: number, key = 'p') => {
  const verdicts = await Promise.all(Array.from({ length: times }, () => leases.consume(key)))
  return verdicts.filter((verdict) => verdict?.isAllowed).length
}

describe('points leased in blocks', () => {
  const { now: realNow } = Date
  let now: number
  // Only a test moves the clock, so that a slow machine makes no difference.
  beforeEach(() => {
    now = realNow()
    Date.now = () => now
  })
  afterEach(() => void (Date.now = realNow))

  for (const limit of [1, 7, 50, 1_000]) {
    it(`allow exactly ${limit} requests in one process, one by one or at the same time`, async () => {
      expect(await spendAll(new LeasedRateLimiter(limit, makeStore(limit).take), limit + 20)).to.equal(limit)
      const leases = new LeasedRateLimiter(limit, makeStore(limit).take)
      let allowed = 0
      for (let n = 0; n < limit + 20; n += 1) if ((await leases.consume('p'))?.isAllowed) allowed += 1
      expect(allowed).to.equal(limit)
    })
  }

  it('never allow more requests in many processes than the limit, and nearly as many', async () => {
    const store = makeStore(1_000)
    const processes = Array.from({ length: 7 }, () => new LeasedRateLimiter(1_000, store.take))
    let allowed = 0
    for (let n = 0; n < 3_000; n += 1) {
      const leases = processes[(n * n) % processes.length] as LeasedRateLimiter
      if ((await leases.consume('p'))?.isAllowed) allowed += 1
    }
    expect(allowed).to.be.within(900, 1_000)
  })

  for (const limit of [30, 300, 1_000, 3_000]) {
    it(`allow all but 4 % of ${limit} to one of three processes, when the other two keep what they have leased`, async () => {
      const store = makeStore(limit)
      const [busy, ...idle] = [1, 2, 3].map(() => new LeasedRateLimiter(limit, store.take))
      for (const leases of idle) await leases.consume('p')
      const allowed = busy ? await spendAll(busy, limit + 20) : 0
      expect(limit - allowed - idle.length, 'left to nobody else').to.be.at.most(limit * 0.04)
      // The idle processes still have their points, and all together are at the limit.
      const kept = await Promise.all(idle.map((leases) => spendAll(leases, limit)))
      expect(kept.reduce((sum, each) => sum + each, allowed + idle.length)).to.equal(limit)
    })
  }

  it('use bounded memory, and a dropped key stays at its limit', async () => {
    const store = makeStore(5)
    const leases = new LeasedRateLimiter(5, store.take)
    expect(await spendAll(leases, 9, 'p')).to.equal(5)
    expect(leases.isUsedUp('p')).to.equal(true)
    for (let n = 0; n < 50_000; n += 1) await leases.consume(`another ${n}`)
    expect(leases.isUsedUp('p')).to.equal(false)
    expect(await spendAll(leases, 9, 'p')).to.equal(0)
  })

  it('read the store for one request in twelve at most, and for none once the limit is reached', async () => {
    const store = makeStore(1_000)
    const leases = new LeasedRateLimiter(1_000, store.take)
    await spendAll(leases, 1_000)
    expect(store.asked).to.be.below(1_000 / 12)
    const before = store.asked
    expect(await spendAll(leases, 500)).to.equal(0)
    expect(store.asked).to.equal(before)
  })

  it('are separate for each key', async () => {
    const leases = new LeasedRateLimiter(5, makeStore(5).take)
    expect(await spendAll(leases, 9, 'p')).to.equal(5)
    expect(await spendAll(leases, 9, 'q')).to.equal(5)
  })

  it('expire when their window ends, and are full again in the next', async () => {
    const leases = new LeasedRateLimiter(10, makeStore(10).take)
    expect(await spendAll(leases, 20)).to.equal(10)
    now += WINDOW_MS
    expect(await spendAll(leases, 20)).to.equal(10)
  })

  it('refuse no request while the store fails, and do not read it again for each request', async () => {
    let asked = 0
    const failures: unknown[] = []
    const leases = new LeasedRateLimiter(
      1,
      () => {
        asked += 1
        return Promise.reject(new Error('away'))
      },
      (error) => failures.push(error),
    )
    for (let n = 0; n < 50; n += 1) expect(await leases.consume('p')).to.equal(null)
    expect(asked).to.equal(1)
    expect(failures).to.have.length(1)
  })

  it('delay no request for a store that does not answer', async () => {
    const leases = new LeasedRateLimiter(1, () => new Promise(() => undefined))
    const took = await livedMs(async () => {
      expect(await leases.consume('p')).to.equal(null)
      expect(await leases.consume('q')).to.equal(null)
    })
    expect(took).to.be.below(5_000)
  })
})
