import { expect } from 'chai'
import { AccountToken } from '../../../models/account-token.js'
import { Member } from '../../../models/member.js'
import { User, type UserRecord } from '../../../models/user.js'
import { cookieOf, isSignedIn } from '../../support/cookies.js'
import { createInvitation, createProject, createSession, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway, type TestGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'

const PASSWORD = 'a phrase of several words'
const NEW = 'grace.hopper@example.com'
const MAILING = { PLATFORM_FROM: 'posthorn@example.com' }

const onGateway = (gateway: TestGateway) => ({
  change: (user: UserRecord, newEmail = NEW, password = PASSWORD) =>
    gateway.signedIn(user).post('/auth/change-email', { newEmail, password }),
  logIn: async (email: string, password = PASSWORD) =>
    (await gateway.as().post('/auth/login', { email, password })).status,
})

describe('POST /auth/change-email, where mail is sent to users', () => {
  const gateway = useGateway(MAILING, { isEmptied: 'before each' })
  const { change, logIn } = onGateway(gateway)
  let user: UserRecord

  beforeEach(async () => {
    user = await createUser({ password: PASSWORD })
  })
  const confirm = (body: object, as?: UserRecord) =>
    (as ? gateway.signedIn(as) : gateway.as()).post('/auth/verify-email', body)
  const emailOf = async ({ _id }: UserRecord) => (await User.findById(_id).orFail().lean()).email

  it('changes the address when the link to the new one is followed, and informs the old one', async () => {
    const { id: projectId } = await createProject()
    await createInvitation({ projectId, email: NEW })
    expect((await change(user)).body.data).to.include({ email: user.email })
    expect(await emailOf(user)).to.equal(user.email)
    const mails = (await mailsToUsers()).map(({ to, kind }) => `${kind} ${to}`)
    expect(mails).to.have.members([`verify ${NEW}`, `moving ${user.email}`])
    const token = await lastTokenTo(NEW)
    expect(JSON.stringify(await AccountToken.find().lean())).not.to.contain(token)

    const elsewhere = sessionHeaders(user, undefined, await createSession(user._id)).cookie
    const res = await confirm({ token }, user)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    const me = await gateway.as().get('/users/@me', { cookie: cookieOf(res) })
    expect(me.body).to.include({ id: user._id, email: NEW, emailVerified: true })
    expect(await isSignedIn(gateway, elsewhere)).to.equal(false)
    expect([await logIn(user.email), await logIn(NEW)]).to.deep.equal([401, 200])
    expect((await confirm({ token, password: PASSWORD })).status).to.equal(400)
    expect(await Member.countDocuments({ projectId, userId: user._id })).to.equal(1)
  })

  it('can be confirmed with the session or the password of the account, and with no new password', async () => {
    await change(user)
    const token = await lastTokenTo(NEW)
    const stranger = await createUser()
    for (const [proof, status, by] of [
      [{}, 401],
      [{}, 401, stranger],
      [{ password: 'a wrong phrase' }, 401],
      [{ newPassword: 'quite another phrase' }, 400],
    ] as const)
      expect((await confirm({ token, ...proof }, by)).status, JSON.stringify(proof)).to.equal(status)
    expect(await emailOf(user)).to.equal(user.email)
    const res = await confirm({ token, password: PASSWORD })
    expect([res.status, res.headers.get('set-cookie'), await emailOf(user)]).to.deep.equal([200, null, NEW])
  })

  it('is confirmed on the page of the gateway, which offers no new password', async () => {
    await change(user)
    const path = `/verify-email?token=${await lastTokenTo(NEW)}`
    const page = await gateway.as().get(path)
    expect([page.status, String(page.body).includes('name="password"')]).to.deep.equal([200, true])
    expect(String(page.body)).not.to.contain('newPassword')
    const done = await gateway.signedIn(user).request('POST', path, new URLSearchParams())
    expect([done.status, await emailOf(user)]).to.deep.equal([200, NEW])
    expect(await isSignedIn(gateway, cookieOf(done))).to.equal(true)
  })

  it('answers the same for a taken address, which is refused only to the holder of the link', async () => {
    const other = await createUser()
    const [free, taken] = [await change(user), await change(user, other.email)]
    const { data, message } = free.body
    expect([taken.status, taken.body.data, taken.body.message]).to.deep.equal([200, data, message])
    const refused = await confirm({ token: await lastTokenTo(other.email) }, user)
    expect([refused.status, refused.code]).to.deep.equal([409, 'CONFLICT'])
    expect([await emailOf(user), await emailOf(other)]).to.deep.equal([user.email, other.email])
  })

  it('gives an address to one of two accounts that confirm it at the same moment', async () => {
    const second = await createUser({ password: PASSWORD })
    await change(user)
    const first = await lastTokenTo(NEW)
    await change(second)
    const token = await lastTokenTo(NEW)
    const answers = await Promise.all([confirm({ token: first }, user), confirm({ token }, second)])
    expect(answers.map(({ status }) => status)).to.have.members([200, 409])
    expect(await User.countDocuments({ email: NEW })).to.equal(1)
  })

  it('is cancelled by a new password, and expires after an hour', async () => {
    await change(user)
    await AccountToken.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await confirm({ token: await lastTokenTo(NEW) }, user)).status).to.equal(400)
    await change(user)
    const newPassword = 'quite another phrase'
    await gateway.signedIn(user).post('/auth/change-password', { currentPassword: PASSWORD, newPassword })
    const token = await lastTokenTo(NEW)
    expect((await confirm({ token, password: newPassword })).status).to.equal(400)
    expect(await emailOf(user)).to.equal(user.email)
  })

  it('needs the password and a valid other address, and sends three links an hour', async () => {
    expect(await change(user, NEW, 'a wrong phrase')).to.include({ status: 401, code: 'INVALID_CREDENTIALS' })
    for (const wrong of [user.email.toUpperCase(), 'grace', '']) {
      expect(await change(user, wrong)).to.deep.include({ status: 422, fields: ['newEmail'] })
    }
    expect(await mailsToUsers()).to.deep.equal([])
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await change(user, `grace${n}@example.com`)).status)
    expect(statuses).to.deep.equal([200, 200, 200, 429])
    expect((await mailsToUsers()).filter(({ kind }) => kind === 'verify')).to.have.length(3)
  })

  it('sends no notice to an address that was never confirmed', async () => {
    const unproved = await createUser({ password: PASSWORD, emailVerified: false })
    await change(unproved)
    expect((await mailsToUsers()).map(({ to }) => to)).to.deep.equal([NEW])
    expect((await confirm({ token: await lastTokenTo(NEW) }, unproved)).status).to.equal(200)
    expect(await User.findById(unproved._id).lean()).to.include({ email: NEW, emailVerified: true })
  })
})

describe('POST /auth/change-email, where no mail is sent to users', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  const { change, logIn } = onGateway(gateway)

  it('changes the address at once, ends other sessions, and refuses a taken one', async () => {
    const [user, other] = [await createUser({ password: PASSWORD }), await createUser()]
    expect(await change(user, other.email)).to.include({ status: 409, code: 'CONFLICT' })
    const old = sessionHeaders(user).cookie
    const newEmail = `new-${user._id}@example.com`
    const res = await change(user, newEmail)
    expect([res.status, res.body.data.email]).to.deep.equal([200, newEmail])
    expect([await isSignedIn(gateway, old), await isSignedIn(gateway, cookieOf(res))]).to.deep.equal([false, true])
    expect([await logIn(user.email), await logIn(newEmail)]).to.deep.equal([401, 200])
  })
})
