import { expect } from 'chai'
import { Invitation } from '../../../models/invitation.js'
import { Member } from '../../../models/member.js'
import { User } from '../../../models/user.js'
import { createMember, createProject, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'
import { mailsToUsers } from '../../support/platform-mails.js'

const PASSWORD = 'a phrase of several words'
const INVITED = 'joan@example.com'

describe('the page of an invitation', () => {
  const gateway = useGateway(
    { PLATFORM_FROM: 'posthorn@example.com', DISABLE_SIGNUPS: true },
    { isEmptied: 'before each' },
  )
  let projectId: string
  let path: string

  beforeEach(async () => {
    ;({ id: projectId } = await createProject('Acme'))
    const owner = await createMember({ projectId, role: 'OWNER' })
    await gateway.signedIn(owner).post(`/projects/${projectId}/members`, { email: INVITED, role: 'ADMIN' })
    const [mail] = await mailsToUsers(INVITED)
    const { origin, pathname, search } = new URL(mail?.link ?? '')
    expect(origin).to.equal('http://127.0.0.1:3000')
    path = pathname + search
  })

  const show = (headers: Record<string, string> = {}) => gateway.as().get(path, { 'accept-language': 'de', ...headers })
  const answer = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    gateway.as().request('POST', path, new URLSearchParams(fields), { 'accept-language': 'de', ...headers })
  const roleOf = async (userId: string) => (await Member.findOne({ projectId, userId }).lean())?.role
  const member = async (email: string) => roleOf((await User.findOne({ email }).orFail().lean())._id)

  it('offers an account of the invited address or a sign-in, has no script, and changes nothing', async () => {
    for (const _ of [1, 2]) {
      const { status, body, headers } = await show()
      expect(status).to.equal(200)
      expect(body).to.include('Sie sind zu einem Projekt eingeladen').and.include(INVITED)
      expect(body).to.include('value="signUp"').and.include('value="signIn"').and.not.include('value="accept"')
      expect(body).not.to.match(/<script|Acme/)
      expect(headers.get('content-security-policy')).to.include("default-src 'none'")
      expect(headers.get('referrer-policy')).to.equal('same-origin')
    }
    expect(await Invitation.countDocuments({ projectId })).to.equal(1)
  })

  it('makes an account of the invited address a member, and confirms its address by the link', async () => {
    const { status, body } = await answer({ action: 'signUp', newPassword: PASSWORD })
    expect([status, String(body).includes('Sie sind jetzt Mitglied')]).to.deep.equal([200, true])
    expect(await User.findOne({ email: INVITED }).lean()).to.include({ emailVerified: true })
    expect(await member(INVITED)).to.equal('ADMIN')
    expect((await gateway.as().post('/auth/login', { email: INVITED, password: PASSWORD })).status).to.equal(200)
    for (const res of [await show(), await answer({ action: 'signUp', newPassword: PASSWORD })]) {
      expect(res.status).to.equal(404)
    }
  })

  it('lets another account join by its password', async () => {
    const { email } = await createUser({ password: PASSWORD })
    expect((await answer({ action: 'signIn', email, password: 'wrong' })).status).to.equal(401)
    expect((await answer({ action: 'signIn', email: email.toUpperCase(), password: PASSWORD })).status).to.equal(200)
    expect(await member(email)).to.equal('ADMIN')
  })

  it('offers only a sign-in to an invited address that has an account', async () => {
    await createUser({ email: INVITED, password: PASSWORD })
    expect((await show()).body)
      .to.include('value="signIn"')
      .and.not.include('value="signUp"')
    expect((await answer({ action: 'signUp', newPassword: PASSWORD })).status).to.equal(409)
    expect((await answer({ action: 'signIn', email: INVITED, password: PASSWORD })).status).to.equal(200)
  })

  it('lets the account of the session join, from this page only', async () => {
    const user = await createUser()
    const { cookie, origin } = sessionHeaders(user)
    const { body } = await show({ cookie })
    expect(body).to.include(user.email).and.include('value="accept"').and.not.include('value="signIn"')
    const foreign: Record<string, string>[] = [{}, { origin: 'https://evil.example' }, { origin: 'null' }]
    for (const headers of foreign)
      expect((await answer({ action: 'accept' }, { cookie, ...headers })).status).to.equal(403)
    expect((await answer({ action: 'accept' }, { origin })).status).to.equal(401)
    expect(await roleOf(user._id)).to.equal(undefined)
    expect((await answer({ action: 'accept' }, { cookie, origin })).status).to.equal(200)
    expect(await roleOf(user._id)).to.equal('ADMIN')
  })

  it('confirms the invited address for the session of its account', async () => {
    const user = await createUser({ email: INVITED, password: PASSWORD, emailVerified: false })
    const headers = sessionHeaders(user)
    expect((await show({ cookie: headers.cookie })).body).to.include('value="accept"')
    expect((await answer({ action: 'accept' }, headers)).status).to.equal(200)
    expect(await User.findById(user._id).lean()).to.include({ emailVerified: true, sessionVersion: 1 })
    expect(await roleOf(user._id)).to.equal('ADMIN')
  })

  it('refuses an account whose address is not confirmed, and incomplete forms', async () => {
    const { email } = await createUser({ password: PASSWORD, emailVerified: false })
    expect((await answer({ action: 'signIn', email, password: PASSWORD })).status).to.equal(403)
    const incomplete: Record<string, string>[] = [{ action: 'signUp' }, { action: 'signIn', email }]
    for (const fields of [...incomplete, { action: 'signUp', newPassword: 'short' }])
      expect((await answer(fields)).status, JSON.stringify(fields)).to.be.oneOf([400, 422])
    expect(await Invitation.countDocuments({ projectId })).to.equal(1)
  })

  it('limits the attempts on passwords', async () => {
    const { email } = await createUser({ password: PASSWORD })
    const guesses = []
    for (let n = 0; n < 12; n += 1) guesses.push(await answer({ action: 'signIn', email, password: `wrong ${n}` }))
    expect(guesses.map(({ status }) => status)).to.include(429)
    expect(await Invitation.countDocuments({ projectId })).to.equal(1)
  })
})
