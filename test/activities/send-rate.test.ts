import { expect } from 'chai'
import { setTimeout as delay } from 'node:timers/promises'
import { followAccountRate, USUAL_RATE } from '../../activities/send-rate/account-rate.js'
import { BLOCK_SECONDS } from '../../activities/send-rate/lane.js'
import {
  createSendRate,
  type SendClass,
  type SendRate,
  type SendRateOptions,
} from '../../activities/send-rate/send-rate.js'
import { reserveSends, type ReserveSends } from '../../models/commands/emails/reserve-sends.js'
import { useDatabase } from '../support/database.js'
import { eventually } from '../support/eventually.js'

const failWith = (error: unknown): never => {
  throw error
}

/** The most that happened in any second. */
function busiestSecond(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [last, at] of sorted.entries()) {
    while (at - sorted[first]! >= 1_000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

describe('the sending rate', () => {
  useDatabase()

  const made: SendRate[] = []
  const worker = (changes: Partial<SendRateOptions> = {}): SendRate => {
    const rate = createSendRate({
      accountRate: () => 100,
      transactionalReserve: 0,
      projectRate: Infinity,
      reserve: reserveSends,
      onFailure: failWith,
      ...changes,
    })
    made.push(rate)
    return rate
  }
  afterEach(() => {
    for (const rate of made.splice(0)) rate.stop()
  })

  /** Sends from many lanes of a worker until the time is up; answers with when each send left. */
  const saturate = async (
    rate: SendRate,
    forMs: number,
    { sendClass = 'bulk', lanes = 30 }: { sendClass?: SendClass; lanes?: number } = {},
  ): Promise<number[]> => {
    const take = rate.turnsFor(sendClass)
    const end = performance.now() + forMs
    const times: number[] = []
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        const isTurn = (await take('p')) === 0
        if (isTurn && performance.now() < end) times.push(performance.now())
      }
    }
    await Promise.race([Promise.all(Array.from({ length: lanes }, lane)), delay(forMs)])
    rate.stop()
    return times
  }

  for (const accountRate of [20, 400]) {
    it(`of ${accountRate} a second holds for two workers together in every second, and is used`, async () => {
      const workers = [worker({ accountRate: () => accountRate }), worker({ accountRate: () => accountRate })]
      const times = (await Promise.all(workers.map((one) => saturate(one, 3_000)))).flat()
      // What each of them may send in a burst.
      const block = Math.ceil(accountRate * BLOCK_SECONDS)
      expect(busiestSecond(times)).to.be.at.most(accountRate + workers.length * block)
      expect(times.length).to.be.within(accountRate * 2, accountRate * 3 + block)
    })
  }

  it('costs far less than one write for each send', async () => {
    let asked = 0
    const reserve: ReserveSends = (...stretch) => {
      asked += 1
      return reserveSends(...stretch)
    }
    const times = await saturate(worker({ accountRate: () => 1_000, reserve }), 2_000, { lanes: 100 })
    expect(times.length).to.be.above(1_000)
    expect(asked).to.be.below(times.length / 5)
  })

  it('lets a lone send pass at once', async () => {
    const take = worker().turnsFor('bulk')
    await take('p')
    await delay(50)
    const askedAt = performance.now()
    expect(await take('p')).to.equal(0)
    expect(performance.now() - askedAt).to.be.below(1_000)
  })

  it('lets transactional mail through on its reserve while campaigns of all workers use up the rest', async () => {
    const options = { accountRate: () => 50, transactionalReserve: 0.2 }
    const [campaigns, more, transactional] = [worker(options), worker(options), worker(options)]
    const [bulk, alsoBulk, urgent] = await Promise.all([
      saturate(campaigns, 3_000, { lanes: 100 }),
      saturate(more, 3_000, { lanes: 100 }),
      saturate(transactional, 3_000, { sendClass: 'transactional', lanes: 5 }),
    ])
    // Ten a second are theirs alone.
    expect(urgent.length).to.be.at.least(20)
    expect(busiestSecond([...bulk, ...alsoBulk])).to.be.at.most(40 + 2 * 10)
  })

  it('gives the whole rate to transactional mail when nothing else is sent', async () => {
    const rate = worker({ accountRate: () => 50, transactionalReserve: 0.2 })
    const times = await saturate(rate, 3_000, { sendClass: 'transactional' })
    expect(times.length).to.be.above(100)
  })

  it('takes transactional mail before bulk that has waited longer in the same worker', async () => {
    const rate = worker({ accountRate: () => 20, transactionalReserve: 0.1 })
    const order: SendClass[] = []
    const send = async (sendClass: SendClass): Promise<void> => {
      await rate.turnsFor(sendClass)('p')
      order.push(sendClass)
    }
    const bulk = Array.from({ length: 30 }, () => send('bulk'))
    const urgent = Array.from({ length: 5 }, () => send('transactional'))
    await Promise.all([...bulk, ...urgent])
    expect(order.lastIndexOf('transactional')).to.be.below(20)
  })

  it('of a project holds for that project alone, and puts off what would wait for long', async () => {
    const rate = worker({ accountRate: () => Infinity, projectRate: 5 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => rate.turnsFor('bulk')('slow')))
    const passed = answers.filter((retryMs) => retryMs === 0).length
    expect(passed).to.be.within(1, 10)
    for (const retryMs of answers) expect(retryMs === 0 || retryMs >= 1_000).to.equal(true)
    expect(await rate.turnsFor('bulk')('other')).to.equal(0)
  })

  it('does not hold anything back, nor ask the database, when there is none', async () => {
    const rate = worker({ accountRate: () => Infinity, reserve: failWith })
    for (const sendClass of ['bulk', 'transactional'] as const) {
      const answers = await Promise.all(Array.from({ length: 500 }, () => rate.turnsFor(sendClass)('p')))
      expect(new Set(answers)).to.deep.equal(new Set([0]))
    }
  })

  it('goes on at the last known rate while the database is away, and does not ask it for each send', async () => {
    const failures: unknown[] = []
    let asked = 0
    const reserve = (): Promise<number> => {
      asked += 1
      return Promise.reject(new Error('away'))
    }
    const rate = worker({ accountRate: () => 40, reserve, onFailure: (error) => failures.push(error) })
    const times = await saturate(rate, 2_000)
    expect(times.length).to.be.within(50, 80 + 10)
    expect(asked).to.equal(1)
    expect(failures).to.have.length(1)
  })

  it('does not wait long for a database that does not answer', async () => {
    const failures: unknown[] = []
    const reserve = (): Promise<number> => new Promise(() => undefined)
    const rate = worker({ reserve, onFailure: (error) => failures.push(error) })
    expect(await rate.turnsFor('bulk')('p')).to.equal(0)
    expect(failures).to.have.length(1)
  })

  it('lets nobody wait for a worker that stops', async () => {
    const rate = worker({ accountRate: () => 1 })
    const waiting = Promise.all(Array.from({ length: 20 }, () => rate.turnsFor('bulk')('p')))
    rate.stop()
    expect((await waiting).filter((retryMs) => retryMs > 0)).to.not.be.empty
    expect(await rate.turnsFor('bulk')('p')).to.be.above(0)
  })
})

describe('the rate of the account', () => {
  const provider = (maxSendRate?: () => Promise<number>) => ({
    name: 'fake',
    send: () => Promise.reject(new Error('not here')),
    close: () => undefined,
    ...(maxSendRate ? { maxSendRate } : {}),
  })

  it('is what the provider allows', async () => {
    const account = followAccountRate(
      provider(async () => 90),
      failWith,
    )
    await eventually(
      async () => account.current(),
      (rate) => rate === 90,
    )
    account.stop()
  })

  it('is the usual one where the provider says nothing or cannot be asked, which is reported', async () => {
    const silent = followAccountRate(provider(), failWith)
    const failures: unknown[] = []
    const failing = followAccountRate(
      provider(() => Promise.reject(new Error('AccessDenied'))),
      (error) => failures.push(error),
    )
    await eventually(
      async () => failures.length,
      (count) => count === 1,
    )
    expect([silent.current(), failing.current()]).to.deep.equal([USUAL_RATE, USUAL_RATE])
    silent.stop()
    failing.stop()
  })
})
