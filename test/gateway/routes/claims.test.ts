import { expect } from 'chai'
import { AccountToken } from '../../../models/account-token.js'
import { Session } from '../../../models/session.js'
import { User } from '../../../models/user.js'
import { cookieOf } from '../../support/cookies.js'
import { createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'
import { lastTokenTo } from '../../support/platform-mails.js'

const VICTIM = 'victim@corp.example'
const ATTACKERS = 'the phrase of the attacker'
const OWN = 'the phrase of the owner'
const ORIGIN = { origin: 'https://app.example.com' }
const DAY_MS = 86_400_000

describe('an account prepared under the address of another', () => {
  const gateway = useGateway(
    { PLATFORM_FROM: 'posthorn@example.com', DASHBOARD_URL: ORIGIN.origin },
    { isEmptied: 'before each' },
  )
  const post = (path: string, body?: object, headers: object = {}) =>
    gateway.as().request('POST', path, body, { ...ORIGIN, ...headers })
  const logIn = async (password: string, email = VICTIM) => (await post('/auth/login', { email, password })).status
  const verify = async (body: object, cookie?: string) =>
    (await post('/auth/verify-email', body, cookie === undefined ? {} : { cookie })).status
  const account = () => User.findOne({ email: VICTIM }).orFail().lean()
  const me = async (cookie: string) => (await gateway.as().get('/users/@me', { cookie })).status

  let attacker = ''
  beforeEach(async () => {
    attacker = cookieOf(await post('/auth/signup', { email: VICTIM, password: ATTACKERS }))
    expect(await me(attacker)).to.equal(200)
  })

  it('does not let the attacker in when the owner presses a button in the wrong mail', async () => {
    const token = await lastTokenTo(VICTIM)
    const bare = await post('/auth/verify-email', { token })
    expect(bare).to.deep.include({
      status: 401,
      code: 'UNAUTHORIZED',
      details: { fields: ['password', 'newPassword'] },
    })
    expect(bare.body.error.suggestion).to.contain('newPassword')
    expect(await account()).to.include({ emailVerified: false })

    expect(await verify({ token, newPassword: OWN })).to.equal(200)

    expect(await me(attacker)).to.equal(401)
    expect([await logIn(ATTACKERS), await logIn(OWN)]).to.deep.equal([401, 200])
    expect(await account())
      .to.include({ emailVerified: true })
      .and.not.have.any.keys('identities', 'expiresAt')
    expect(await AccountToken.countDocuments()).to.equal(0)
    expect(await verify({ token, newPassword: ATTACKERS })).to.equal(400)
  })

  it('belongs only to its owner after a reset, whatever earlier credentials are tried', async () => {
    await logIn(ATTACKERS)
    const older = await lastTokenTo(VICTIM)
    await post('/auth/request-password-reset', { email: VICTIM })
    const token = await lastTokenTo(VICTIM)
    expect((await post('/auth/reset-password', { token, newPassword: OWN })).status).to.equal(200)
    expect(await me(attacker)).to.equal(401)
    expect(await logIn(ATTACKERS)).to.equal(401)
    expect(await verify({ token: older, newPassword: ATTACKERS })).to.equal(400)
    expect(await account())
      .to.include({ emailVerified: true })
      .and.not.have.any.keys('identities', 'expiresAt')
    expect(await Session.countDocuments()).to.equal(0)
    expect(await logIn(OWN)).to.equal(200)
  })

  it('keeps its projects, with new keys, once it is claimed', async () => {
    const made = await post('/users/@me/projects', { name: 'Prepared' }, { cookie: attacker })
    const { id, secret } = made.body
    const status = async (key: string) => (await gateway.as(key).get('/contacts')).status
    expect(await status(secret)).to.equal(200)
    expect(await verify({ token: await lastTokenTo(VICTIM), newPassword: OWN })).to.equal(200)
    expect(await status(secret)).to.equal(401)
    const cookie = cookieOf(await post('/auth/login', { email: VICTIM, password: OWN }))
    const { body } = await gateway.as().get('/users/@me/projects', { cookie })
    expect(body[0]).to.include({ id, role: 'OWNER' })
    expect(await status(body[0].secret)).to.equal(200)
    expect(body[0].webhookSecret).to.be.a('string').and.not.equal(made.body.webhookSecret)
    // A password that is forgotten later changes no keys.
    await post('/auth/request-password-reset', { email: VICTIM })
    await post('/auth/reset-password', { token: await lastTokenTo(VICTIM), newPassword: 'a later phrase of the owner' })
    expect(await status(body[0].secret)).to.equal(200)
  })

  it('stays with its maker when the maker confirms it, by the session or by the password on another device', async () => {
    const token = await lastTokenTo(VICTIM)
    const { cookie: foreign } = sessionHeaders(await createUser({ password: OWN }))
    // A session of another account says nothing about this one.
    expect(await verify({ token }, foreign)).to.equal(401)
    expect(await verify({ token, password: OWN })).to.equal(401)
    expect(await verify({ token, password: ATTACKERS })).to.equal(200)
    expect(await me(attacker)).to.equal(200)
    expect(await account())
      .to.include({ emailVerified: true })
      .and.not.have.property('expiresAt')
  })

  it('accepts no token of another account, and no expired token', async () => {
    const other = await createUser({ emailVerified: false, password: OWN })
    await post('/auth/request-verification', undefined, sessionHeaders(other))
    const theirs = await lastTokenTo(other.email)
    expect(await verify({ token: theirs }, attacker)).to.equal(401)
    expect(await verify({ token: theirs, password: ATTACKERS })).to.equal(401)
    expect(await User.countDocuments({ emailVerified: true })).to.equal(0)
    const token = await lastTokenTo(VICTIM)
    await AccountToken.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } })
    for (const proof of [{}, { password: ATTACKERS }, { newPassword: OWN }])
      expect(await verify({ token, ...proof }, attacker), JSON.stringify(proof)).to.equal(400)
    expect(await logIn(ATTACKERS)).to.equal(200)
  })

  it('can be claimed once by two devices at the same moment', async () => {
    const token = await lastTokenTo(VICTIM)
    const claims = [OWN, 'another phrase of the owner'].map((newPassword) => verify({ token, newPassword }))
    expect(await Promise.all(claims)).to.have.members([200, 400])
  })

  it('is deleted after seven days, unless it has a project', async () => {
    const { expiresAt } = await account()
    expect(expiresAt?.getTime()).to.be.within(Date.now() + 6.9 * DAY_MS, Date.now() + 7.1 * DAY_MS)
    const expiry = (await User.collection.indexes()).find(({ key }) => 'expiresAt' in key)
    expect(expiry?.expireAfterSeconds).to.equal(0)
    expect((await post('/users/@me/projects', { name: 'A' }, { cookie: attacker })).status).to.equal(201)
    expect(await account()).not.to.have.property('expiresAt')
  })
})

describe('hashing for strangers', () => {
  const VISITOR = { 'x-forwarded-for': '203.0.113.7' }
  let flooder = { 'x-forwarded-for': '' }
  const settings = { PLATFORM_FROM: 'posthorn@example.com', TRUSTED_PROXY_HOPS: 1 }
  const limited = useGateway({ ...settings, OPEN_RATE_LIMIT_PER_MINUTE: 300 }, { isEmptied: 'before each' })
  const open = useGateway(settings)
  let networks = 0
  // The minute of a network that an earlier test has used up may end during a test.
  beforeEach(() => void (flooder = { 'x-forwarded-for': `198.51.100.${(networks += 1)}` }))

  for (const [name, gateway, statuses] of [
    ['a network has twenty attempts in a minute', limited, { 400: 20, 429: 10 }],
    ['without limits of networks nothing is hashed for a token that is none', open, { 400: 30 }],
  ] as const) {
    it(`${name}, and a known user signs in meanwhile`, async () => {
      const user = await createUser({ password: OWN })
      const logIn = () => gateway.as().post('/auth/login', { email: user.email, password: OWN }, VISITOR)
      expect((await logIn()).status).to.equal(200)
      const attempt = () => gateway.as().post('/auth/reset-password', { token: 'x', newPassword: ATTACKERS }, flooder)
      const flood = Promise.all(Array.from({ length: 30 }, attempt))
      expect((await logIn()).status).to.equal(200)
      const counts: Record<number, number> = {}
      for (const { status } of await flood) counts[status] = (counts[status] ?? 0) + 1
      expect(counts).to.deep.equal(statuses)
    })
  }

  it('is limited for sign-ins of one network, successful ones too', async () => {
    const { email } = await createUser({ password: OWN })
    const logIn = async (body: object, from = flooder) => (await limited.as().post('/auth/login', body, from)).status
    for (let n = 0; n < 49; n += 1) expect(await logIn({})).to.equal(422)
    const right = { email, password: OWN }
    expect([await logIn(right), await logIn(right), await logIn(right, VISITOR)]).to.deep.equal([200, 429, 200])
  })

  it('has twenty in all for sign-up, confirmation, reset and their pages, and does not delay other networks', async () => {
    const client = limited.as()
    const paths = ['/auth/signup', '/auth/verify-email', '/auth/request-password-reset', '/auth/reset-password']
    for (let n = 0; n < 5; n += 1) for (const path of paths) await client.post(path, {}, flooder)
    for (const path of paths) expect((await client.post(path, {}, flooder)).status, path).to.equal(429)
    for (const path of ['/verify-email', '/reset-password']) {
      expect((await client.post(`${path}?token=x`, undefined, flooder)).status, path).to.equal(429)
    }
    for (const path of paths) expect((await client.post(path, {}, VISITOR)).status, path).to.equal(422)
  })
})
