import { expect } from 'chai'
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises'
import { followAccountRate, DEFAULT_RATE } from '../../activities/send-rate/account-rate.js'
import { MAX_LEASE_SECONDS, RateLimiter } from '../../activities/send-rate/rate-limiter.js'
import { createSendRate, type SendRate, type SendRateOptions } from '../../activities/send-rate/send-rate.js'
import type { SendClass } from '../../activities/send-rate/permit-queue.js'
import { reserveSends, type ReserveSends } from '../../commands/sending/emails/reserve-sends.js'
import { useDatabase } from '../support/database.js'
import { eventuallyEquals } from '../support/eventually.js'
import { livedMs } from '../support/lived-ms.js'

// The least share of a rate that is used when nothing but the rate delays sends.
const SHARE_USED = 0.66

const failWith = (error: unknown): never => {
  throw error
}

/** The highest number of sends in any second. */
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

/** Acquires the permit of one send: 0 once it is granted, otherwise the ms after which to ask again. */
const permitOf = (rate: SendRate, sendClass: SendClass) => async (projectId: string) =>
  (await rate.permitsFor(sendClass)(projectId, 1)).retryAfterMs

/** A send that waits for a permit, with its class and project. */
type Send = `${SendClass} of ${string}`

const many = (count: number, send: Send): Send[] => Array.from({ length: count }, () => send)

/** Requests permits for sends in this order; answers with the order in which they were granted. */
async function turnsOf(rate: SendRate, sends: Send[], order: string[] = []): Promise<string[]> {
  const wait = async (send: Send): Promise<void> => {
    const [sendClass, projectId] = send.split(' of ') as [SendClass, string]
    if ((await permitOf(rate, sendClass)(projectId)) === 0) order.push(send)
  }
  await Promise.all(sends.map(wait))
  return order
}

describe('the sending rate', () => {
  useDatabase({ isEmptied: 'before each' })

  /** The workers, each with how long MongoDB took for its reservations. */
  const made = new Map<SendRate, { reservingMs: number }>()
  const worker = ({ reserve = reserveSends, ...changes }: Partial<SendRateOptions> = {}): SendRate => {
    const times = { reservingMs: 0 }
    const rate = createSendRate({
      accountRate: () => 100,
      transactionalReserve: 0,
      projectRate: Infinity,
      async reserve(...interval) {
        const askedAt = performance.now()
        return reserve(...interval).finally(() => (times.reservingMs += performance.now() - askedAt))
      },
      onFailure: failWith,
      ...changes,
    })
    made.set(rate, times)
    return rate
  }
  afterEach(() => {
    for (const rate of made.keys()) rate.stop()
    made.clear()
  })

  /**
   * Sends from many senders of a worker until the time is up; answers with when each send left, and with the seconds in
   * which the machine let it run and MongoDB had answered.
   */
  const saturate = async (
    rate: SendRate,
    forMs: number,
    { sendClass = 'campaign', senders = 30 }: { sendClass?: SendClass; senders?: number } = {},
  ): Promise<{ times: number[]; livedSeconds: number }> => {
    const take = permitOf(rate, sendClass)
    const end = performance.now() + forMs
    const times: number[] = []
    const sender = async (): Promise<void> => {
      while (performance.now() < end) {
        const isTurn = (await take('p')) === 0
        if (isTurn && performance.now() < end) times.push(performance.now())
      }
    }
    const lived = await livedMs(() =>
      Promise.race([Promise.all(Array.from({ length: senders }, sender)), delay(forMs)]),
    )
    rate.stop()
    return { times, livedSeconds: (lived - (made.get(rate)?.reservingMs ?? 0)) / 1_000 }
  }

  it('grants no permits once it is stopped, even without a limit', async () => {
    const rate = worker({ accountRate: () => Infinity })
    expect(await rate.permitsFor('campaign')('p', 5)).to.deep.equal({ permits: 5, retryAfterMs: 0 })
    rate.stop()
    expect((await rate.permitsFor('campaign')('p', 5)).permits).to.equal(0)
  })

  for (const accountRate of [20, 200]) {
    it(`of ${accountRate} a second holds in every second for two workers together, and is used up`, async () => {
      const workers = [worker({ accountRate: () => accountRate }), worker({ accountRate: () => accountRate })]
      const runs = await Promise.all(workers.map((one) => saturate(one, 3_000)))
      const times = runs.flatMap((run) => run.times)
      // The sends of each worker in a burst.
      const block = Math.ceil(accountRate * MAX_LEASE_SECONDS)
      expect(busiestSecond(times)).to.be.at.most(accountRate + workers.length * block)
      const livedSeconds = Math.min(...runs.map((run) => run.livedSeconds))
      expect(times.length).to.be.within(accountRate * livedSeconds * SHARE_USED, accountRate * 3 + block)
    })
  }

  it('costs far less than one write for each send', async () => {
    let asked = 0
    const reserve: ReserveSends = (...interval) => {
      asked += 1
      return reserveSends(...interval)
    }
    const rate = worker({ accountRate: () => 1_000, reserve })
    const { times, livedSeconds } = await saturate(rate, 1_000, { senders: 100 })
    expect(times.length).to.be.above(1_000 * livedSeconds * 0.5)
    expect(asked).to.be.below(times.length / 5)
  })

  it('grants a permit at once to a lone send', async () => {
    const take = permitOf(worker(), 'campaign')
    await take('p')
    await delay(50)
    const took = await livedMs(async () => {
      expect(await take('p')).to.equal(0)
    })
    expect(took).to.be.below(1_000)
  })

  it('lets transactional mail use its reserve while campaigns of all workers use up the rest', async () => {
    const options = { accountRate: () => 50, transactionalReserve: 0.2 }
    const [campaigns, more, transactional] = [worker(options), worker(options), worker(options)]
    const [bulk, alsoBulk, urgent] = await Promise.all([
      saturate(campaigns, 2_000, { senders: 50 }),
      saturate(more, 2_000, { senders: 50 }),
      saturate(transactional, 2_000, { sendClass: 'transactional', senders: 5 }),
    ])
    // Ten a second are reserved for them.
    expect(urgent.times.length).to.be.at.least(10 * urgent.livedSeconds * SHARE_USED)
    expect(busiestSecond([...bulk.times, ...alsoBulk.times])).to.be.at.most(40 + 2 * 10)
  })

  it('gives the whole rate to transactional mail when nothing else is sent', async () => {
    const rate = worker({ accountRate: () => 50, transactionalReserve: 0.2 })
    const { times, livedSeconds } = await saturate(rate, 2_000, { sendClass: 'transactional' })
    expect(times.length).to.be.above(50 * livedSeconds * SHARE_USED)
  })

  it('takes transactional mail before a campaign that has waited longer in the same worker', async () => {
    const rate = worker({ accountRate: () => 20, transactionalReserve: 0.1 })
    const order = await turnsOf(rate, [...many(30, 'campaign of p'), ...many(5, 'transactional of p')])
    expect(order).to.have.length(35)
    expect(order.lastIndexOf('transactional of p')).to.be.below(20)
  })

  it('serves transactional mail, then workflows, then campaigns, across projects', async () => {
    const waiting = [...many(10, 'campaign of p'), ...many(10, 'workflow of q'), ...many(5, 'transactional of q')]
    expect(await turnsOf(worker(), waiting)).to.deep.equal(waiting.toReversed())
  })

  it('of a project serves its transactional mail, then its workflows, then its campaigns', async () => {
    const rate = worker({ accountRate: () => Infinity, projectRate: 100 })
    const waiting = [...many(10, 'campaign of p'), ...many(10, 'workflow of p'), ...many(5, 'transactional of p')]
    expect(await turnsOf(rate, waiting)).to.deep.equal(waiting.toReversed())
  })

  it('serves workflows before the slice of a campaign that requested many permits at once', async () => {
    // The rate is low enough that not all permits are granted at the same moment.
    const rate = worker({ accountRate: () => 40 })
    const order: string[] = []
    const slice = rate
      .permitsFor('campaign')('p', 5)
      // The last permit of a workflow and those of the slice may be granted at the same moment.
      .then(() => nextTick())
      .then(() => order.push('slice'))
    await Promise.all([slice, turnsOf(rate, many(20, 'workflow of p'), order)])
    expect(order).to.deep.equal([...many(20, 'workflow of p'), 'slice'])
  })

  for (const sendClass of ['transactional', 'workflow', 'campaign'] as const) {
    it(`serves projects round-robin for ${sendClass} mail, however many sends of one have waited longer`, async () => {
      const rate = worker({ accountRate: () => 400 })
      const [huge, small, single] = [`${sendClass} of huge`, `${sendClass} of small`, `${sendClass} of single`] as const
      const order = await turnsOf(rate, [...many(150, huge), ...many(10, small), single])
      expect(order).to.have.length(161)
      expect(order.slice(0, 3)).to.deep.equal([huge, small, single])
      expect(order.slice(0, 21).filter((one) => one === small)).to.have.length(10)
    })
  }

  it('serves the sends that still wait when others of their project or of another project have given up', async () => {
    let open: (delayMs: number) => void = failWith
    const opened = new Promise<number>((resolve) => (open = resolve))
    const limiter = new RateLimiter({ schedule: 'any', rateOf: () => 100, reserve: () => opened, onFailure: failWith })
    const order: string[] = []
    const wait = async (projectId: string, timeoutMs: number): Promise<void> => {
      if (await limiter.acquire({ projectId, sendClass: 'campaign', timeoutMs })) order.push(projectId)
    }
    const impatient = ['gone', 'gone', 'huge', 'huge'].map((projectId) => wait(projectId, 1))
    const patient = ['huge', 'huge', 'huge', 'small', 'small'].map((projectId) => wait(projectId, 10_000))
    await Promise.all(impatient)
    open(0)
    await Promise.all(patient)
    limiter.close()
    expect(order).to.deep.equal(['huge', 'small', 'huge', 'small', 'huge'])
  })

  it('of a project limits that project alone, and defers a send that would wait long', async () => {
    const rate = worker({ accountRate: () => Infinity, projectRate: 5 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => permitOf(rate, 'campaign')('slow')))
    const deferred = answers.filter((retryMs) => retryMs > 0)
    expect(deferred).to.have.length.of.at.least(40)
    expect(Math.min(...deferred)).to.be.at.least(1_000)
    // A slow machine may not get a permit in the time of one request.
    for (const project of ['other', 'slow']) await eventuallyEquals(() => permitOf(rate, 'campaign')(project), 0)
  })

  it('delays no send, and makes no database call, when there is no limit', async () => {
    const rate = worker({ accountRate: () => Infinity, reserve: failWith })
    for (const sendClass of ['transactional', 'workflow', 'campaign'] as const) {
      const answers = await Promise.all(Array.from({ length: 500 }, () => permitOf(rate, sendClass)('p')))
      expect(new Set(answers)).to.deep.equal(new Set([0]))
    }
  })

  it('grants no permit while the database is away, retries seldom, and grants all once it is back', async () => {
    const failures: unknown[] = []
    let isAway = true
    const reserve: ReserveSends = (...interval) => {
      return isAway ? Promise.reject(new Error('away')) : reserveSends(...interval)
    }
    const rate = worker({ reserve, onFailure: (error) => failures.push(error) })
    const passed: number[] = []
    const sends = Array.from({ length: 20 }, () => permitOf(rate, 'campaign')('p').then((ms) => passed.push(ms)))
    await eventuallyEquals(() => failures.length, 2)
    expect(passed).to.deep.equal([])
    isAway = false
    await Promise.all(sends)
    expect(new Set(passed)).to.deep.equal(new Set([0]))
    expect(failures.length).to.be.at.most(3)
  })

  it('does not wait long for a database that does not answer', async () => {
    const failures: unknown[] = []
    let asked = 0
    const reserve: ReserveSends = (...interval) => {
      asked += 1
      return asked === 1 ? new Promise(() => undefined) : reserveSends(...interval)
    }
    const rate = worker({ reserve, onFailure: (error) => failures.push(error) })
    expect(await permitOf(rate, 'campaign')('p')).to.equal(0)
    expect(failures).to.have.length(1)
  })

  it('refuses the sends that wait for a permit when its worker stops', async () => {
    const rate = worker({ accountRate: () => 1 })
    const waiting = Promise.all(Array.from({ length: 20 }, () => permitOf(rate, 'campaign')('p')))
    rate.stop()
    expect((await waiting).filter((retryMs) => retryMs > 0)).to.not.be.empty
    expect(await permitOf(rate, 'campaign')('p')).to.be.above(0)
  })
})

describe('the rate of the account', () => {
  const provider = (maxSendRate?: () => Promise<number>) => ({
    name: 'fake',
    send: () => Promise.reject(new Error('not here')),
    close: () => undefined,
    ...(maxSendRate ? { maxSendRate } : {}),
  })

  it('follows what the provider allows', async () => {
    const account = followAccountRate(
      provider(async () => 90),
      failWith,
    )
    await eventuallyEquals(() => account.current(), 90)
    account.stop()
  })

  it('has its default when the provider names none or cannot be asked, and reports the failure', async () => {
    const silent = followAccountRate(provider(), failWith)
    const failures: unknown[] = []
    const failing = followAccountRate(
      provider(() => Promise.reject(new Error('AccessDenied'))),
      (error) => failures.push(error),
    )
    await eventuallyEquals(() => failures.length, 1)
    expect([silent.current(), failing.current()]).to.deep.equal([DEFAULT_RATE, DEFAULT_RATE])
    silent.stop()
    failing.stop()
  })
})
