import { expect } from 'chai'
import type { UserRecord } from '../../../models/user.js'
import { testConfig } from '../../support/config.js'
import { cookieOf, isSignedIn, setCookie } from '../../support/cookies.js'
import { createSession, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'

const PASSWORD = 'a phrase of several words'
const NEXT = 'quite another phrase'

describe('signing out', () => {
  const [one, other] = [useGateway(), useGateway()]
  let user: UserRecord
  let headers: { cookie: string; origin: string }

  beforeEach(async () => {
    user = await createUser()
    headers = sessionHeaders(user)
  })
  const everySession = () => Promise.all([one, other].map((gateway) => isSignedIn(gateway, headers.cookie)))

  for (const method of ['GET', 'POST'] as const) {
    describe(`${method} /auth/logout`, () => {
      it('clears the cookie, with and without a session', async () => {
        for (const sent of [headers, {}]) {
          const res = await one.as().request(method, '/auth/logout', undefined, sent)
          expect(res).to.deep.include({ status: 200, body: { success: true, data: null, message: 'Signed out' } })
          expect(setCookie(res)).to.match(/^posthorn_session=; Max-Age=0; .*Path=\/; HttpOnly; SameSite=Lax$/)
        }
      })

      it('does not end other sessions of the user', async () => {
        const elsewhere = sessionHeaders(user, testConfig(), await createSession(user._id))
        await one.as().request(method, '/auth/logout?everywhere=false', undefined, headers)
        expect(await everySession()).to.deep.equal([false, false])
        for (const gateway of [one, other]) expect(await isSignedIn(gateway, elsewhere.cookie)).to.equal(true)
      })

      it('ends every session with everywhere=true, at once on every replica, and none of other users', async () => {
        const bob = sessionHeaders(await createUser())
        const res = await one.as().request(method, '/auth/logout?everywhere=true', undefined, headers)
        expect(res.status).to.equal(200)
        expect(setCookie(res)).to.contain('Max-Age=0')
        expect(await everySession()).to.deep.equal([false, false])
        expect(await isSignedIn(other, bob.cookie)).to.equal(true)
      })

      it('does not let a foreign page end every session', async () => {
        const navigation = { cookie: headers.cookie, 'sec-fetch-site': 'cross-site' }
        for (const sent of [navigation, { ...navigation, origin: 'https://evil.io' }]) {
          const res = await one.as().request(method, '/auth/logout?everywhere=true', undefined, sent)
          expect(res).to.include({ status: 403, code: 'FORBIDDEN' })
        }
        expect(await everySession()).to.deep.equal([true, true])
      })

      it('answers 400 to a value of everywhere that is neither true nor false', async () => {
        const res = await one.as().request(method, '/auth/logout?everywhere=yes', undefined, headers)
        expect(res).to.deep.include({ status: 400, faults: ['everywhere invalid_enum_value'] })
      })
    })
  }

  it('needs our own Origin when posted with a session, and otherwise keeps the session', async () => {
    const { cookie } = headers
    for (const query of ['', '?everywhere=true']) {
      for (const foreign of [{}, { origin: 'https://evil.io' }] as Record<string, string>[]) {
        expect((await one.as().post(`/auth/logout${query}`, undefined, { cookie, ...foreign })).status).to.equal(403)
      }
    }
    expect(await everySession()).to.deep.equal([true, true])
  })
})

describe('POST /auth/renew-session', () => {
  const [one, other] = [useGateway(), useGateway()]
  const DAY_MS = 86_400_000
  const { origin } = new URL(testConfig().GATEWAY_URL)
  let user: UserRecord

  beforeEach(async () => {
    user = await createUser()
  })
  const renew = (cookie: string) => one.as().post('/auth/renew-session', undefined, { cookie, origin })
  /** The cookie of a session that began so many days ago and ends in an hour. */
  const signedIn = async (daysAgo: number): Promise<string> => {
    const createdAt = new Date(Date.now() - daysAgo * DAY_MS)
    const expiresAt = new Date(Date.now() + 3_600_000)
    return sessionHeaders(user, testConfig(), await createSession(user._id, { createdAt, expiresAt })).cookie
  }
  const sessionsOf = async (cookie: string) => (await other.as().get('/auth/sessions', { cookie })).body.data

  for (const [daysAgo, daysLeft] of [
    [0, 7],
    [22, 7],
    [26, 4],
  ] as const) {
    it(`extends a session of ${daysAgo} days by ${daysLeft} more, by a new cookie of the same session`, async () => {
      const old = await signedIn(daysAgo)
      const before = await sessionsOf(old)
      const res = await renew(old)
      const fresh = cookieOf(res)
      expect(res.status, JSON.stringify(res.body)).to.equal(200)
      const { sessionExpiresAt, ...me } = res.body.data
      expect(me).to.include({ id: user._id, email: user.email })
      expect(Date.parse(sessionExpiresAt) - Date.now()).to.be.closeTo(daysLeft * DAY_MS, 60_000)
      expect(Number(/Max-Age=(\d+)/.exec(setCookie(res))?.[1]) * 1_000).to.be.closeTo(daysLeft * DAY_MS, 60_000)
      expect((await other.as().get('/users/@me', { cookie: fresh })).body).to.deep.equal(res.body.data)
      const ids = (list: { id: string; current: boolean }[]) => list.map(({ id, current }) => [id, current])
      expect(ids(await sessionsOf(fresh))).to.deep.equal(ids(before))
    })
  }

  it('neither shortens a session nor extends one beyond thirty days', async () => {
    const res = await renew(await signedIn(30))
    expect(res.status).to.equal(200)
    expect(Date.parse(res.body.data.sessionExpiresAt) - Date.now()).to.be.closeTo(3_600_000, 60_000)
  })

  it('does not revive a session that has ended, and a renewed one ends with all others', async () => {
    const cookie = await signedIn(1)
    const fresh = cookieOf(await renew(cookie))
    await other.as().get('/auth/logout?everywhere=true', { cookie })
    const over = await createSession(user._id, { expiresAt: new Date(Date.now() - 1) })
    const version = { ...user, sessionVersion: user.sessionVersion + 1 }
    for (const ended of [cookie, fresh, sessionHeaders(version, testConfig(), over).cookie]) {
      expect((await renew(ended)).status).to.equal(401)
      expect(await isSignedIn(other, ended)).to.equal(false)
    }
  })

  it('does not survive a sign-out at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const cookie = await signedIn(1)
      const [renewed] = await Promise.all([renew(cookie), other.as().get('/auth/logout', { cookie })])
      expect(renewed.status).to.be.oneOf([200, 401])
      for (const each of [cookie, cookieOf(renewed)]) expect(await isSignedIn(one, each)).to.equal(false)
    }
  })
})

describe('POST /auth/change-password', () => {
  // Failed logins of earlier tests count against the address of all tests.
  const [one, other] = [useGateway({}, { isEmptied: 'before all' }), useGateway()]
  let user: UserRecord

  beforeEach(async () => {
    user = await createUser({ password: PASSWORD })
  })
  const change = (currentPassword: string, newPassword = NEXT) =>
    one.signedIn(user).post('/auth/change-password', { currentPassword, newPassword })
  const logIn = async (password: string): Promise<number> =>
    (await other.as().post('/auth/login', { email: user.email, password })).status

  it('accepts only the new password, ends all other sessions on every replica, and continues with a new cookie', async () => {
    const old = sessionHeaders(user).cookie
    const res = await change(PASSWORD)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body.data).to.include({ id: user._id, email: user.email })
    for (const gateway of [one, other]) {
      expect([await isSignedIn(gateway, old), await isSignedIn(gateway, cookieOf(res))]).to.deep.equal([false, true])
    }
    expect([await logIn(PASSWORD), await logIn(NEXT)]).to.deep.equal([401, 200])
  })

  it('answers 401 to a wrong current password, and changes nothing', async () => {
    expect(await change('a wrong phrase')).to.include({ status: 401, code: 'INVALID_CREDENTIALS' })
    expect([await logIn(PASSWORD), await logIn(NEXT)]).to.deep.equal([200, 401])
    expect(await isSignedIn(one, sessionHeaders(user).cookie)).to.equal(true)
  })

  it('counts wrong guesses as failed logins', async () => {
    for (let n = 0; n < 10; n += 1) expect((await change(`guess ${n}`)).status).to.equal(401)
    expect(await change(PASSWORD)).to.include({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    expect(await logIn(PASSWORD)).to.equal(429)
  })

  it('answers 422 to an unsuitable new password, naming the field', async () => {
    for (const weak of ['short', 'password1']) {
      expect(await change(PASSWORD, weak)).to.deep.include({ status: 422, fields: ['newPassword'] })
    }
    expect(await logIn(PASSWORD)).to.equal(200)
  })

  it('applies one of two simultaneous changes', async () => {
    const phrases = ['the first of phrases', 'the other of phrases']
    const answers = await Promise.all(phrases.map((phrase) => change(PASSWORD, phrase)))
    expect(answers.map(({ status }) => status)).to.have.members([200, 401])
    expect(await Promise.all(phrases.map(logIn))).to.have.members([200, 401])
  })
})
