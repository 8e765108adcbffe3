import { expect } from 'chai'
import { User } from '../../../models/user.js'
import { cookieOf, setCookie } from '../../support/cookies.js'
import { createUser } from '../../support/factories.js'
import { useGateway, type TestGateway } from '../../support/gateway.js'
import type { ClientResponse } from '../../support/http-client.js'
import { lastTokenTo } from '../../support/platform-mails.js'
import { processorSeconds } from '../../support/processor-cost.js'

const ADA = { email: 'ada@example.com', password: 'a phrase of several words' }
const OWN_PAGE = { origin: 'http://127.0.0.1:3000' }
const FOREIGN_PAGE = { origin: 'https://evil.io' }

const logIn = (gateway: TestGateway, body: object = ADA, headers = {}) =>
  gateway.as().post('/auth/login', body, headers)

const expectSession = async (gateway: TestGateway, res: ClientResponse): Promise<void> => {
  const token = /^posthorn_session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/
  expect(setCookie(res)).to.match(token)
  const me = await gateway.as().get('/users/@me', { cookie: cookieOf(res) })
  expect(me).to.deep.include({ status: 200, body: res.body.data })
}

describe('POST /auth/login', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })

  it('answers the user and a cookie that signs them in for seven days, by any spelling of the address', async () => {
    const { _id: id } = await createUser(ADA)
    expect((await logIn(gateway, { ...ADA, email: ' ADA@Example.com ' })).status).to.equal(200)
    const res = await logIn(gateway)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body).to.have.all.keys('success', 'data')
    expect(res.body.data).to.have.all.keys('id', 'email', 'emailVerified', 'createdAt', 'sessionExpiresAt')
    expect(res.body.data).to.include({ id, email: ADA.email, emailVerified: true })
    await expectSession(gateway, res)
  })

  it('answers 401 INVALID_CREDENTIALS to a wrong password and to an unknown address alike, without a cookie', async () => {
    await createUser(ADA)
    const answers = [
      await logIn(gateway, { ...ADA, password: 'another phrase' }),
      await logIn(gateway, { ...ADA, email: 'nobody@example.com' }),
    ].map((res) => {
      expect(setCookie(res)).to.equal('')
      const { requestId: _, ...error } = res.body.error
      return { status: res.status, error }
    })
    expect(answers[0]).to.deep.equal(answers[1])
    expect(answers[0]).to.deep.include({ status: 401 })
    expect(answers[0]?.error.code).to.equal('INVALID_CREDENTIALS')
  })

  it('takes as long for an unknown address as for a wrong password', async () => {
    const costOf = (email: string): Promise<number> =>
      processorSeconds(async () => {
        expect((await logIn(gateway, { email, password: 'another phrase' })).status).to.equal(401)
      })
    // Hashing takes most of the processor time of an answer. The least of several has no other work of this process.
    let [known, unknown] = [Infinity, Infinity]
    const isEqual = (): boolean => unknown > known / 2 && unknown < known * 2
    for (let round = 1; round <= 20 && !(round > 5 && isEqual()); round += 1) {
      const { email } = await createUser({ password: ADA.password })
      known = Math.min(known, await costOf(email))
      unknown = Math.min(unknown, await costOf(`no-${email}`))
    }
    expect(unknown / known).to.be.within(0.5, 2)
  })

  it('answers 422 naming the field, and repeats no password', async () => {
    const res = await logIn(gateway, { email: 'ada', password: 12_345_678 })
    expect(res).to.deep.include({ status: 422, faults: ['email invalid_string', 'password invalid_type'] })
    expect(JSON.stringify(res.body)).not.to.contain('12345678')
  })

  it('is refused from a foreign page, and allowed from our own', async () => {
    await createUser(ADA)
    const res = await logIn(gateway, ADA, FOREIGN_PAGE)
    expect(res).to.include({ status: 403, code: 'FORBIDDEN' })
    expect(setCookie(res)).to.equal('')
    expect((await logIn(gateway, ADA, OWN_PAGE)).status).to.equal(200)
  })

  it('answers 429 with Retry-After after 10 failures of an account, even to the right password', async () => {
    await createUser(ADA)
    await createUser({ ...ADA, email: 'bob@example.com' })
    for (let n = 1; n <= 10; n += 1) {
      expect((await logIn(gateway, { ...ADA, password: `guess ${n}` })).status, `${n}`).to.equal(401)
    }
    const res = await logIn(gateway)
    expect(res).to.include({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(res.headers.get('retry-after'))).to.be.within(1, 900)
    expect(res.body.error.details.retryAfter).to.equal(Number(res.headers.get('retry-after')))
    expect((await logIn(gateway, { ...ADA, email: 'bob@example.com' })).status).to.equal(200)
  })

  it('forgets the failures when the password is right', async () => {
    await createUser(ADA)
    for (const guesses of [9, 1]) {
      for (let n = 0; n < guesses; n += 1) await logIn(gateway, { ...ADA, password: 'guess' })
      expect((await logIn(gateway)).status).to.equal(200)
    }
  })
})

describe('POST /auth/login while a stranger guesses', () => {
  const gateway = useGateway(
    { TRUSTED_PROXY_HOPS: 1, PLATFORM_FROM: 'posthorn@example.com' },
    { isEmptied: 'before each' },
  )
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const [home, elsewhere, onTheWay] = [from('203.0.113.7'), from('198.51.100.9'), from('192.0.2.8')]

  it('lets the owner in from a network that has signed in before, and still refuses the stranger', async () => {
    await createUser(ADA)
    expect((await logIn(gateway, ADA, home)).status).to.equal(200)
    const guesses = Array.from({ length: 14 }, () => logIn(gateway, { ...ADA, password: 'a guess' }, elsewhere))
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).to.deep.equal(new Set([401, 429]))
    expect((await logIn(gateway, ADA, elsewhere)).status).to.equal(429)
    expect((await logIn(gateway, ADA, home)).status).to.equal(200)
    expect((await logIn(gateway, ADA, elsewhere)).status).to.equal(429)
  })

  const guess = async (headers: object): Promise<ClientResponse> => {
    const wrong = { ...ADA, password: 'a guess' }
    const guesses = await Promise.all(Array.from({ length: 14 }, () => logIn(gateway, wrong, headers)))
    const refused = guesses.find(({ status }) => status === 429)
    if (!refused) throw new Error('The account is not closed')
    return refused
  }
  const post = async (path: string, body: object, headers: object) => {
    const res = await gateway.as().post(path, body, { ...OWN_PAGE, ...headers })
    expect(res.status, path).to.be.oneOf([200, 201])
    return res
  }

  it('knows the network of the sign-up, and that of the confirmation of the address', async () => {
    const signedUp = await post('/auth/signup', ADA, home)
    await guess(elsewhere)
    expect((await logIn(gateway, ADA, home)).status).to.equal(200)
    const confirmation = { token: await lastTokenTo(ADA.email) }
    await post('/auth/verify-email', confirmation, { ...onTheWay, cookie: cookieOf(signedUp) })
    expect((await logIn(gateway, ADA, onTheWay)).status).to.equal(200)
    expect((await logIn(gateway, ADA, elsewhere)).status).to.equal(429)
  })

  it('says that a reset of the password helps, which opens the account, and for its network until the next guesses', async () => {
    await createUser(ADA)
    await post('/auth/login', ADA, home)
    expect((await guess(elsewhere)).body.error.suggestion).to.contain('/auth/request-password-reset')
    await guess(home)
    await post('/auth/request-password-reset', { email: ADA.email }, home)
    const changed = { ...ADA, password: 'another phrase of words' }
    await post('/auth/reset-password', { token: await lastTokenTo(ADA.email), newPassword: changed.password }, home)
    await guess(elsewhere)
    expect((await logIn(gateway, changed, home)).status).to.equal(200)
  })
})

describe('POST /auth/login of a gateway with dashboards and https', () => {
  const dashboards = {
    GATEWAY_URL: 'https://mail.acme.io/posthorn',
    DASHBOARD_URL: 'https://app.acme.io/mail',
    DASHBOARD_ORIGINS: ['http://localhost:5173'],
  }
  const gateway = useGateway(dashboards, { isEmptied: 'before each' })

  it('makes the cookie Secure and of its host alone, and lets only pages of the dashboards and of the gateway act for their user', async () => {
    await createUser(ADA)
    const signedIn = await logIn(gateway)
    expect(setCookie(signedIn)).to.match(
      /^__Host-posthorn_session=[^;]+; Max-Age=\d+; Path=\/; .*SameSite=Lax; Secure$/,
    )
    const cookie = cookieOf(signedIn)
    const asks = (cookies: string) => gateway.as().get('/users/@me', { cookie: cookies })
    expect((await asks(cookie)).status).to.equal(200)
    // A page of a sibling domain can set cookies of other names, and a second one.
    for (const cookies of [cookie.replace('__Host-', ''), `${cookie}; ${cookie}`])
      expect((await asks(cookies)).status, cookies).to.equal(401)
    const document = await gateway.as().get('/openapi.json')
    expect(document.body.components.securitySchemes.session.name).to.equal('__Host-posthorn_session')
    const create = (origin: string) => gateway.as().post('/users/@me/projects', { name: 'A' }, { cookie, origin })
    for (const origin of ['https://mail.acme.io', 'https://app.acme.io', 'http://localhost:5173'])
      expect((await create(origin)).status, origin).to.equal(201)
    const others = ['http://app.acme.io', 'https://app.acme.io:8443', 'https://acme.io', 'http://127.0.0.1:3000']
    for (const origin of others) expect((await create(origin)).status, origin).to.equal(403)
  })
})

for (const [environment, status] of [
  ['development', 201],
  ['production', 403],
] as const) {
  describe(`the pages of a gateway of this machine in ${environment}`, () => {
    const own = { NODE_ENV: environment, GATEWAY_URL: 'http://127.0.0.1:3000' }
    const gateway = useGateway(own, { isEmptied: 'before each' })

    it(`answer ${status} to a change from the other name of the machine, and 403 from another port`, async () => {
      await createUser(ADA)
      const cookie = cookieOf(await logIn(gateway, ADA, OWN_PAGE))
      const create = (origin: string) => gateway.as().post('/users/@me/projects', { name: 'A' }, { cookie, origin })
      expect((await create('http://localhost:3000')).status).to.equal(status)
      for (const origin of ['http://localhost:3001', 'https://localhost:3000', 'http://localhost.evil.io:3000'])
        expect((await create(origin)).status, origin).to.equal(403)
    })
  })
}

describe('POST /auth/signup', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  const signUp = (body: object, headers = {}) => gateway.as().post('/auth/signup', body, headers)

  it('creates an account that is signed in and can sign in again, and stores only a hash of the password', async () => {
    const res = await signUp({ ...ADA, email: ' Ada@Example.com' })
    expect(res.status, JSON.stringify(res.body)).to.equal(201)
    expect(res.body.data).to.include({ email: ADA.email, emailVerified: true })
    await expectSession(gateway, res)
    expect((await logIn(gateway)).status).to.equal(200)
    const user = await User.findOne({ email: ADA.email }).orFail().lean()
    expect(user.passwordHash).to.match(/^\$argon2id\$/)
    expect(JSON.stringify(user)).not.to.contain(ADA.password)
  })

  it('answers 409 to an address that has an account, in any case, and does not change that account', async () => {
    await createUser(ADA)
    const res = await signUp({ email: 'ADA@example.com', password: 'another phrase of words' })
    expect(res).to.include({ status: 409, code: 'CONFLICT' })
    expect((await logIn(gateway)).status).to.equal(200)
  })

  it('answers 422 to a password that is missing, short, long or easily guessed, and repeats none', async () => {
    const refused: [password: unknown, code: string][] = [
      [undefined, 'required'],
      ['7 chars', 'too_small'],
      ['x1'.repeat(65), 'too_big'],
      ...['Password1', 'qwertyuiop', 'aaaaaaaaaaaa'].map((easy): [string, string] => [easy, 'custom']),
    ]
    for (const [password, code] of refused) {
      const res = await signUp({ email: ADA.email, password })
      expect(res).to.deep.include({ status: 422, faults: [`password ${code}`] })
      expect(res.body.error.errors[0]).not.to.have.property('received')
    }
    expect(await User.countDocuments()).to.equal(0)
  })

  it('accepts 8 and 128 characters of any kind, however the keyboard composes them', async () => {
    const long = `é🔑${'x y'.repeat(41)}zz`
    expect(long).to.have.length(128)
    expect((await signUp({ email: 'short@example.com', password: 'é ü ñ ß!' })).status).to.equal(201)
    expect((await signUp({ email: 'long@example.com', password: long })).status).to.equal(201)
    expect((await logIn(gateway, { email: 'long@example.com', password: long.normalize('NFD') })).status).to.equal(200)
    expect((await logIn(gateway, { email: 'long@example.com', password: long.slice(0, 127) })).status).to.equal(401)
  })

  it('creates one account for an address that signs up many times at the same moment', async () => {
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => signUp(ADA)))).map(({ status }) => status)
    expect(statuses).to.have.members([201, 409, 409, 409, 409])
  })

  it('is refused from a foreign page', async () => {
    expect((await signUp(ADA, FOREIGN_PAGE)).status).to.equal(403)
    expect(await User.countDocuments()).to.equal(0)
  })
})
