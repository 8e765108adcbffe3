import { expect } from 'chai'
import { IdempotencyKey } from '../../support/models.js'
import { throughProjectCaches } from '../../../commands/base/records/project-cache.js'
import { Project } from '../../../models/project.js'
import { RateLimit } from '../../../models/rate-limit.js'
import { commandsOf } from '../../support/commands.js'
import { UNLIMITED } from '../../support/config.js'
import { createProject, createUser } from '../../support/factories.js'
import { sessionHeaders } from '../../support/gateway.js'
import { statuses, useReplicas } from './replicas.js'

describe('the rate limit of a project', () => {
  const gateway = useReplicas(3, { RATE_LIMIT_PER_MINUTE: 30 })

  it('reports on every answer how many requests are left, and refuses those above the limit', async () => {
    const client = gateway.at(0, (await createProject()).secretKey)
    for (let n = 1; n <= 30; n += 1) {
      const { status, headers } = await client.post('/secret')
      expect(status).to.equal(200)
      expect(headers.get('ratelimit-limit')).to.equal('30')
      expect(headers.get('ratelimit-remaining')).to.equal(String(30 - n))
      expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60)
    }
    const { status, headers, body } = await client.post('/secret')
    expect(status).to.equal(429)
    expect(headers.get('ratelimit-remaining')).to.equal('0')
    expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
    expect(body.error).to.deep.include({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter: Number(headers.get('retry-after')) },
    })
  })

  it('applies to all replicas together, whichever of them is called', async () => {
    const { secretKey } = await createProject()
    const requests = Array.from({ length: 90 }, (_, n) => gateway.at(n % 3, secretKey).post('/secret'))
    const { passed, refused, others } = await statuses(requests)
    expect(passed.length).to.be.within(27, 30)
    expect(others).to.equal(0)
    expect(refused.length).to.equal(90 - passed.length)
  })

  it('does not count requests without a valid key', async () => {
    const { publicKey, secretKey } = await createProject()
    for (let n = 0; n < 35; n += 1) await gateway.at(0, publicKey).post('/secret')
    const res = await gateway.at(0, secretKey).post('/secret')
    expect(res.status).to.equal(200)
    expect(res.headers.get('ratelimit-remaining')).to.equal('29')
  })

  it('is checked before an idempotency key is claimed', async () => {
    const { secretKey } = await createProject()
    const client = gateway.at(0, secretKey)
    await statuses(Array.from({ length: 30 }, () => client.post('/secret')))
    expect((await client.post('/secret', {}, { 'idempotency-key': 'k' })).status).to.equal(429)
    expect(await IdempotencyKey.countDocuments({})).to.equal(0)
  })

  it('allows requests again in the next minute', async () => {
    const { id, secretKey } = await createProject()
    await statuses(Array.from({ length: 31 }, () => gateway.at(0, secretKey).post('/secret')))
    await RateLimit.updateOne({ key: new RegExp(id) }, { expire: new Date(Date.now() - 1) })
    expect((await gateway.at(1, secretKey).post('/secret')).status).to.equal(200)
  })
})

describe('the rate limit of a client address', () => {
  const gateway = useReplicas(2, { OPEN_RATE_LIMIT_PER_MINUTE: 30, TRUSTED_PROXY_HOPS: 1 })
  const ask = (replica: number, address: string, path = '/anyone') =>
    gateway.at(replica).post(path, undefined, { 'x-forwarded-for': address })

  it('applies to all replicas together, on endpoints without a credential', async () => {
    const requests = Array.from({ length: 60 }, (_, n) => ask(n % 2, '198.51.100.1'))
    const { passed, refused } = await statuses(requests)
    expect(passed.length).to.be.within(25, 30)
    expect(refused.length).to.equal(60 - passed.length)
    expect(refused[0]?.headers.get('ratelimit-limit')).to.equal('30')
    expect((await ask(0, '198.51.100.2')).status).to.equal(200)
  })

  it('is not escaped by a made-up address', async () => {
    const requests = Array.from({ length: 35 }, (_, n) => ask(0, `203.0.113.${n}, 198.51.100.3`))
    expect((await statuses(requests)).passed).to.have.length(30)
  })

  it('is lower when each request is expensive, and counted separately there', async () => {
    const requests = Array.from({ length: 25 }, () => ask(0, '198.51.100.5', '/dear'))
    const { passed, refused } = await statuses(requests)
    expect([passed.length, refused.length]).to.deep.equal([20, 5])
    expect((await ask(0, '198.51.100.5')).headers.get('ratelimit-remaining')).to.equal('29')
  })
})

describe('the rate limit of an address for unknown keys and sessions', () => {
  const LIMIT = 20
  const SUSPECTS_EVERY_MS = 100
  const gateway = useReplicas(3, { OPEN_RATE_LIMIT_PER_MINUTE: LIMIT, TRUSTED_PROXY_HOPS: 1 })
  let keys = 0
  const unknownKey = () => `sk_${String((keys += 1)).padStart(64, '0')}`
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const guess = (address: string, path = '/secret', replica = 0) =>
    gateway.at(replica, unknownKey()).post(path, undefined, from(address))
  const guessUntilRefused = async (address: string): Promise<void> => {
    for (let n = 0; n < LIMIT; n += 1) expect((await guess(address)).status).to.equal(401)
    expect((await guess(address)).status).to.equal(429)
  }
  /** The queries for projects or users. */
  const lookUpsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await commandsOf(work)).filter((command) => /^find (projects|users)$/.test(command))

  it('answers 429 to guessed keys beyond the limit, and reports on every answer how many requests are left', async () => {
    for (let n = 1; n <= LIMIT; n += 1) {
      const { status, code, headers } = await guess('198.51.100.1', n % 2 ? '/secret' : '/project')
      expect([status, code]).to.deep.equal([401, 'INVALID_API_KEY'])
      expect(headers.get('ratelimit-limit')).to.equal(String(LIMIT))
      expect(headers.get('ratelimit-remaining')).to.equal(String(LIMIT - n))
    }
    const { status, headers, body } = await guess('198.51.100.1')
    expect(status).to.equal(429)
    expect(headers.get('ratelimit-remaining')).to.equal('0')
    expect(body.error.details).to.deep.equal({ retryAfter: Number(headers.get('retry-after')) })
    expect((await guess('198.51.100.2')).status).to.equal(401)
  })

  it('never refuses a valid key or session of the same address, seen before or not', async () => {
    const [known, unseen] = [await createProject(), await createProject()]
    const address = from('198.51.100.3')
    await gateway.at(0, known.secretKey).post('/secret', undefined, address)
    await guessUntilRefused('198.51.100.3')
    for (const { secretKey, publicKey } of [known, unseen]) {
      const { status, headers } = await gateway.at(0, secretKey).post('/secret', undefined, address)
      expect(status).to.equal(200)
      expect(headers.get('ratelimit-limit')).to.equal('1000')
      expect((await gateway.at(0, publicKey).post('/public', undefined, address)).status).to.equal(200)
    }
    const session = sessionHeaders(await createUser())
    expect((await gateway.at(0).post('/user', undefined, { ...session, ...address })).status).to.equal(200)
  })

  it('looks up guessed keys in groups beyond the limit, a few times a second at most', async () => {
    await guessUntilRefused('198.51.100.4')
    const startedAt = performance.now()
    const lookUps = await lookUpsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => guess('198.51.100.4')))
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 429))
    })
    expect(lookUps.length).to.be.within(1, Math.ceil((performance.now() - startedAt) / SUSPECTS_EVERY_MS) + 1)
  })

  it('refuses a replaced key that was valid before', async () => {
    const { id, secretKey } = await createProject()
    const ask = () => gateway.at(0, secretKey).post('/secret', undefined, from('198.51.100.5'))
    expect((await ask()).status).to.equal(200)
    await guessUntilRefused('198.51.100.5')
    await throughProjectCaches(() => Project.updateOne({ _id: id }, { secretKeyHash: 'another' }).exec())
    expect((await ask()).status).to.equal(429)
    expect((await ask()).status).to.equal(429)
  })

  it('applies to guessed session cookies and to requests without one, which need no query', async () => {
    let asked = 0
    const ask = () => {
      const guessed: Record<string, string> = (asked += 1) % 2 ? { cookie: 'posthorn_session=a.b.c' } : {}
      return gateway.at(0).post('/user', undefined, { ...guessed, ...from('198.51.100.6') })
    }
    const lookUps = await lookUpsOf(async () => {
      for (let n = 0; n < LIMIT; n += 1) expect((await ask()).code).to.equal('UNAUTHORIZED')
      expect((await ask()).code).to.equal('RATE_LIMIT_EXCEEDED')
    })
    expect(lookUps).to.deep.equal([])
  })
})

describe('a limit of 0', () => {
  const gateway = useReplicas(1, { ...UNLIMITED, RATE_LIMIT_PER_MINUTE: 3 })

  it('is no limit, and leaves the secret key its own', async () => {
    const { publicKey, secretKey } = await createProject()
    for (const [key, path, status] of [
      [publicKey, '/public', 200],
      [undefined, '/anyone', 200],
      [`sk_${'0'.repeat(64)}`, '/secret', 401],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.at(0, key).post(path)))
      expect(answers.map((each) => each.status)).to.deep.equal(answers.map(() => status))
      expect(answers[0]?.headers.has('ratelimit-limit')).to.equal(false)
    }
    const requests = Array.from({ length: 4 }, () => gateway.at(0, secretKey).post('/secret'))
    expect((await statuses(requests)).refused).to.have.length(1)
  })
})
