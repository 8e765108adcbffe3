import { expect } from 'chai'
import { AccountToken } from '../../../models/account-token.js'
import { Email, Member } from '../../support/models.js'
import { Session } from '../../../models/session.js'
import { User } from '../../../models/user.js'
import { cookieOf } from '../../support/cookies.js'
import { createInvitation, createMember, createProject, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'

const PASSWORD = 'a phrase of several words'
const NEXT = 'quite another phrase'
const MAILING = { PLATFORM_FROM: 'posthorn@example.com', DASHBOARD_URL: 'https://app.example.com' }
const ORIGIN = { origin: 'https://app.example.com' }

describe('accounts of an installation that sends mail to its users', () => {
  const gateway = useGateway(MAILING, { isEmptied: 'before each' })
  const post = (path: string, body?: object, headers: object = {}) =>
    gateway.as().request('POST', path, body, { ...ORIGIN, ...headers })
  const tokensTo = async (email: string) =>
    (await mailsToUsers(email)).map(({ link }) => new URL(link).searchParams.get('token'))
  const askForReset = (email: string) => post('/auth/request-password-reset', { email })
  const reset = (token: string, newPassword = NEXT) => post('/auth/reset-password', { token, newPassword })
  const logIn = async (email: string, password: string) => post('/auth/login', { email, password })
  it('a sign-up is confirmed once, in its browser, by the link in a mail, which is not stored in the clear', async () => {
    const email = 'joan@example.com'
    const { id: projectId } = await createProject()
    const { _id: invitedBy } = await createMember({ projectId, role: 'OWNER' })
    await createInvitation({ projectId, email, role: 'ADMIN', invitedBy })
    const signedUp = await post('/auth/signup', { email, password: PASSWORD }, { 'accept-language': 'de' })
    expect(signedUp.body.data).to.include({ email, emailVerified: false })
    expect(await Member.countDocuments({ projectId })).to.equal(1)
    const [mail, ...more] = await mailsToUsers(email)
    expect(mail).to.include({ kind: 'verify', subject: 'Bestätigen Sie Ihre E-Mail-Adresse' })
    expect(more).to.deep.equal([])
    expect(mail?.link).to.match(/^http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{43}$/)
    expect(gateway.entriesOf('email')).to.have.length(1)

    const [token, cookie] = [await lastTokenTo(email), cookieOf(signedUp)]
    const stored = JSON.stringify([await Email.find().lean(), await AccountToken.find().lean()])
    for (const secret of [token, 'verify-email']) expect(stored).not.to.contain(secret)
    expect(await post('/auth/verify-email', { token }, { cookie })).to.deep.include({ status: 200 })

    expect((await gateway.as().get('/users/@me', { cookie })).body.emailVerified).to.equal(true)
    expect(await Member.countDocuments({ projectId, role: 'ADMIN' })).to.equal(1)
    for (const body of [{ token }, { token: 'x' }])
      expect((await post('/auth/verify-email', body)).status).to.equal(400)
    expect((await post('/auth/verify-email', {})).status).to.equal(422)
  })

  it('sends three mails an hour to confirm an address, then answers 429; none once it is confirmed', async () => {
    const user = await createUser({ emailVerified: false })
    const { cookie } = sessionHeaders(user)
    const ask = () => post('/auth/request-verification', undefined, { cookie })
    const answers = [await ask(), await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429])
    expect(answers[3]?.body.error.details.retryAfter).to.be.within(1, 3_600)
    const [first, , last] = await tokensTo(user.email)
    // Opening any of the links invalidates the others.
    expect((await post('/auth/verify-email', { token: first }, { cookie })).status).to.equal(200)
    expect((await post('/auth/verify-email', { token: last })).status).to.equal(400)
    expect((await ask()).status).to.equal(200)
    expect(await mailsToUsers(user.email)).to.have.length(3)
  })

  it('a forgotten password is replaced by the link in a mail, which ends all sessions', async () => {
    const { email } = await createUser({ password: PASSWORD })
    const signedIn = await logIn(email, PASSWORD)
    expect((await askForReset(email)).status).to.equal(200)
    expect((await mailsToUsers(email))[0]?.link).to.match(
      /^http:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]{43}$/,
    )
    const token = await lastTokenTo(email)
    expect((await reset(token, 'password')).status).to.equal(422)

    expect((await reset(token)).status).to.equal(200)

    expect((await gateway.as().get('/users/@me', { cookie: cookieOf(signedIn) })).status).to.equal(401)
    expect((await logIn(email, PASSWORD)).status).to.equal(401)
    expect((await logIn(email, NEXT)).status).to.equal(200)
    expect((await reset(token, PASSWORD)).status).to.equal(400)
  })

  it('does not reveal by answer or time whether an address has an account, and sends to it three times a day', async () => {
    const user = await createUser({ password: PASSWORD })
    const ask = async (email: string): Promise<[answer: string, ms: number]> => {
      const began = performance.now()
      const { status, body } = await askForReset(email)
      return [JSON.stringify([status, body]), performance.now() - began]
    }
    const known = await Promise.all(Array.from({ length: 5 }, () => ask(user.email)))
    const unknown = await Promise.all(Array.from({ length: 5 }, () => ask('nobody@example.com')))
    expect(new Set([...known, ...unknown].map(([answer]) => answer)).size).to.equal(1)
    for (const [, ms] of [...known, ...unknown]) expect(ms).to.be.above(290)
    expect(await mailsToUsers(user.email)).to.have.length(3)
    expect(await mailsToUsers('nobody@example.com')).to.deep.equal([])
  })

  it('the owner signs in by a new password while a stranger uses up the attempts', async () => {
    const { email } = await createUser({ password: PASSWORD })
    const guesses = await Promise.all(Array.from({ length: 12 }, () => logIn(email, 'wrong')))
    expect(guesses.map(({ status }) => status)).to.include(429)
    await askForReset(email)
    await reset(await lastTokenTo(email))
    expect((await logIn(email, NEXT)).status).to.equal(200)
  })

  it('a token is not valid for another purpose, and expires after an hour', async () => {
    const user = await createUser({ password: PASSWORD, emailVerified: false })
    await post('/auth/request-verification', undefined, sessionHeaders(user))
    const verify = await lastTokenTo(user.email)
    await askForReset(user.email)
    expect((await reset(verify)).status).to.equal(400)
    expect((await post('/auth/verify-email', { token: await lastTokenTo(user.email) })).status).to.equal(400)
    await AccountToken.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await reset(await lastTokenTo(user.email))).status).to.equal(400)
  })

  it('a reset proves the address, and the same token used twice at the same moment changes the password once', async () => {
    const user = await createUser({ password: PASSWORD, emailVerified: false })
    await askForReset(user.email)
    const token = await lastTokenTo(user.email)
    const answers = await Promise.all([reset(token), reset(token, 'a third phrase of words')])
    expect(answers.map(({ status }) => status)).to.have.members([200, 400])
    expect(await User.findById(user._id).lean()).to.include({ emailVerified: true, sessionVersion: 2 })
  })
})

describe('the pages behind the links of mails', () => {
  const gateway = useGateway({ PLATFORM_FROM: 'posthorn@example.com' }, { isEmptied: 'before each' })
  const send = (link: string, fields?: Record<string, string>) => {
    const { pathname, search } = new URL(link)
    const headers = { 'accept-language': 'de' }
    const form = fields && { method: 'POST', body: new URLSearchParams(fields) }
    return fetch(`${gateway.origin}${pathname}${search}`, { headers, ...form })
  }

  it('confirm an address and choose a password by a form, and report a used link', async () => {
    const email = 'joan@example.com'
    await gateway.as().post('/auth/signup', { email, password: PASSWORD })
    const link = (await mailsToUsers(email))[0]?.link ?? ''
    expect(new URL(link).origin).to.equal('http://127.0.0.1:3000')
    for (const _ of [1, 2]) expect(await (await send(link)).text()).to.contain('Adresse bestätigen')
    expect(await User.findOne({ email }).lean()).to.include({ emailVerified: false })
    expect(await (await send(link)).text())
      .to.contain('name="password"')
      .and.contain('name="newPassword"')
    for (const fields of [{}, { password: 'a wrong phrase' }] as Record<string, string>[])
      expect((await send(link, fields)).status).to.equal(401)
    expect(await User.findOne({ email }).lean()).to.include({ emailVerified: false })
    expect(await (await send(link, { password: PASSWORD })).text()).to.contain('Ihre Auswahl')
    expect(await User.findOne({ email }).lean()).to.include({ emailVerified: true })
    expect((await send(link, {})).status).to.equal(404)

    await gateway.as().post('/auth/request-password-reset', { email })
    const reset = (await mailsToUsers(email))[1]?.link ?? ''
    expect(await (await send(reset)).text()).to.contain('type="password"')
    expect((await send(reset, { newPassword: 'short' })).status).to.be.oneOf([400, 422])
    expect((await send(reset, { newPassword: NEXT })).status).to.equal(200)
    expect((await send(reset, { newPassword: PASSWORD })).status).to.equal(404)
    expect((await gateway.as().post('/auth/login', { email, password: NEXT })).status).to.equal(200)
  })
})

describe('accounts of an installation without mail to its users', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })

  it('count as confirmed from the sign-up, and nothing is mailed', async () => {
    const { body } = await gateway.as().post('/auth/signup', { email: 'joan@example.com', password: PASSWORD })
    expect(body.data).to.include({ emailVerified: true })
    const res = await gateway.as().post('/auth/request-password-reset', { email: 'joan@example.com' })
    expect(res.status).to.equal(200)
    expect(await Email.countDocuments()).to.equal(0)
  })
})

describe('the sessions of a user', () => {
  const [one, other] = [useGateway({}, { isEmptied: 'before all' }), useGateway()]
  const signIn = async (email: string, agent: string): Promise<string> => {
    const headers = { 'user-agent': agent }
    return cookieOf(await one.as().request('POST', '/auth/login', { email, password: PASSWORD }, headers))
  }

  it('are listed with where they are, and end one by one or by signing out, at once on every gateway', async () => {
    const user = await createUser({ password: PASSWORD })
    await Session.deleteMany({ userId: user._id })
    const stranger = await createUser({ password: PASSWORD })
    const [laptop, phone] = [await signIn(user.email, 'Laptop'), await signIn(user.email, 'Phone')]
    const theirs = await signIn(stranger.email, 'Stranger')

    const { body } = await other.as().get('/auth/sessions', { cookie: laptop })

    const listed = body.data.map(
      ({ userAgent, current }: { userAgent: string; current: boolean }) => `${userAgent} ${current}`,
    )
    expect(listed).to.deep.equal(['Phone false', 'Laptop true'])
    const path = `/auth/sessions/${body.data[0].id}`
    const { origin } = sessionHeaders(user)
    const end = (cookie: string) => one.as().request('DELETE', path, undefined, { cookie, origin })
    expect((await end(theirs)).status).to.equal(404)
    expect((await end(laptop)).status).to.equal(200)
    expect((await end(laptop)).status).to.equal(404)
    const statuses = async () =>
      Promise.all(
        [phone, laptop, theirs].map(async (cookie) => (await other.as().get('/users/@me', { cookie })).status),
      )
    expect(await statuses()).to.deep.equal([401, 200, 200])
    // A copied cookie is invalid after its owner has signed out.
    await one.as().request('POST', '/auth/logout', undefined, { cookie: theirs, origin })
    expect(await statuses()).to.deep.equal([401, 200, 401])
  })
})
