import { expect } from 'chai'
import { createProject as makeProject } from '../../../commands/tenancy/projects/create-project.js'
import { Invitation, Member } from '../../support/models.js'
import type { Role } from '../../../models/member.js'
import { Session } from '../../../models/session.js'
import { User } from '../../../models/user.js'
import { hashKey } from '../../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { createInvitation, createMember, createProject, createUser } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'

const PASSWORD = 'a phrase of several words'
const MAILING = { PLATFORM_FROM: 'posthorn@example.com', DASHBOARD_URL: 'https://app.example.com' }
const OLD = new Date(Date.now() - 2 * 86_400_000)

describe('invitations to a project, where mail is sent to users', () => {
  const gateway = useGateway({ ...MAILING, DISABLE_SIGNUPS: true }, { isEmptied: 'before each' })
  let projectId: string
  let owner: Awaited<ReturnType<typeof createMember>>

  beforeEach(async () => {
    ;({ id: projectId } = await createProject())
    owner = await createMember({ projectId, role: 'OWNER' })
  })

  const path = (email?: string) => `/projects/${projectId}/invitations${email ? `/${encodeURIComponent(email)}` : ''}`
  const invite = (email: string, role = 'MEMBER', by = owner) =>
    gateway.signedIn(by).post(`/projects/${projectId}/members`, { email, role })
  /** The token of an invitation that was just mailed. */
  const invited = async (email = 'joan@example.com', role = 'MEMBER', by = owner) => {
    await invite(email, role, by)
    return lastTokenTo(email)
  }
  const login = (email: string, password: string) => gateway.as().post('/auth/login', { email, password })
  const accept = (user: typeof owner, token: string) =>
    gateway.signedIn(user).post('/auth/accept-invitation', { token })
  const signUp = (email: string, invitation?: string) =>
    gateway.as().post('/auth/signup', { email, password: PASSWORD, ...(invitation ? { invitation } : {}) })
  const listed = async (by = owner) => (await gateway.signedIn(by).get(path())).body.data
  const roleOf = async (userId: string) => (await Member.findOne({ projectId, userId }).lean())?.role
  const member = (role: Role) => createMember({ projectId, role })

  it('answer the same for an address with a confirmed account, with another, and without one', async () => {
    const proved = await createUser()
    const unproved = await createUser({ emailVerified: false })
    for (const email of [proved.email, unproved.email, 'nobody@example.com']) {
      const { status, body } = await invite(email, 'ADMIN')
      expect([status, body.data]).to.deep.equal([201, { userId: null, email, role: 'ADMIN', pending: true }])
    }
    expect(await Member.countDocuments({ projectId })).to.equal(1)
  })

  it('are not sent by a user whose address is not confirmed', async () => {
    const spammer = await createMember({ projectId, role: 'OWNER' }, { emailVerified: false })
    const refused = { status: 403, code: 'EMAIL_VERIFICATION_REQUIRED' }
    expect(await invite('mark@mail.test', 'MEMBER', spammer)).to.include(refused)
    expect(await mailsToUsers()).to.deep.equal([])
    expect(await Invitation.countDocuments()).to.equal(0)
  })

  it('are limited for one user', async () => {
    for (let n = 0; n < 30; n += 1) expect((await invite(`mark${n}@mail.test`)).status).to.equal(201)
    const refused = await invite('late@mail.test')
    expect(refused).to.include({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    expect(refused.details).to.deep.include({ limit: 'actor' })
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 86_400)
    expect(await mailsToUsers()).to.have.length(30)
  })

  it('are limited to fifty pending ones in a project, and a repeated one adds none', async () => {
    const pending = Array.from({ length: 49 }, (_, n) => createInvitation({ projectId, email: `p${n}@mail.test` }))
    await Promise.all(pending)
    await createInvitation({ projectId, email: 'over@mail.test', expiresAt: new Date(Date.now() - 1) })
    const answers = await Promise.all(['a@mail.test', 'b@mail.test', 'c@mail.test'].map((email) => invite(email)))
    expect(answers.map(({ status }) => status)).to.have.members([201, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    const details = { quota: 'invitations', limit: 50, used: 50 }
    expect(refused).to.deep.include({ code: 'QUOTA_EXCEEDED', details })
    expect((await invite('p1@mail.test')).status).to.equal(201)
    expect(await Invitation.countDocuments({ projectId, expiresAt: { $gt: new Date() } })).to.equal(50)
  })

  it('are listed with their expiry to every member, and withdrawn once, by any spelling of the address or by id', async () => {
    await invite('Joan@Example.com', 'ADMIN')
    const all = await listed()
    const [{ id, createdAt, expiresAt, ...shown }, ...more] = all
    expect([shown, more]).to.deep.equal([{ email: 'joan@example.com', role: 'ADMIN', invitedBy: owner._id }, []])
    expect((await Invitation.findById(id).orFail().lean()).email).to.equal('joan@example.com')
    expect(await listed(await member('MEMBER'))).to.deep.equal(all)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).to.equal(7 * 86_400_000)
    const token = await lastTokenTo('joan@example.com')

    const withdrawn = await gateway.signedIn(owner).delete(path(' JOAN@example.COM'))

    expect(withdrawn).to.include({ status: 204, body: '' })
    const again = await gateway.signedIn(owner).delete(path('joan@example.com'))
    expect(again).to.deep.include({ status: 404, details: { resource: 'invitation', id: 'joan@example.com' } })
    expect(await listed()).to.deep.equal([])
    expect((await accept(await createUser(), token)).status).to.equal(400)
    expect((await signUp('joan@example.com', token)).status).to.equal(400)
    const next = await invited()
    const [{ id: nextId }] = await listed()
    const { id: elsewhere } = await createProject()
    const stranger = gateway.signedIn(await createMember({ projectId: elsewhere, role: 'OWNER' }))
    expect((await stranger.delete(`/projects/${elsewhere}/invitations/${nextId}`)).status).to.equal(404)
    expect((await gateway.signedIn(owner).delete(path(nextId))).status).to.equal(204)
    expect((await accept(await createUser(), next)).status).to.equal(400)
  })

  it('are either accepted or withdrawn when both happen at the same moment', async () => {
    for (let n = 0; n < 10; n += 1) {
      const email = `joan${n}@example.com`
      const { _id } = await createInvitation({ projectId, email, tokenHash: hashKey(email) })
      const user = await createUser()
      const [accepted, withdrawn] = await Promise.all([accept(user, email), gateway.signedIn(owner).delete(path(_id))])
      expect([accepted.status, withdrawn.status]).to.be.deep.oneOf([
        [200, 404],
        [400, 204],
      ])
      expect((await roleOf(user._id)) === undefined).to.equal(withdrawn.status === 204)
    }
  })

  it('are accepted by the holder of the link, whatever the address of the account, and once', async () => {
    await invite('joan@example.com', 'ADMIN')
    const [mail] = await mailsToUsers('joan@example.com')
    expect(mail?.link).to.match(/^http:\/\/127\.0\.0\.1:3000\/accept-invitation\?token=[\w-]{43}$/)
    const token = await lastTokenTo('joan@example.com')
    const [user, other] = [await createUser(), await createUser()]

    const { status, body } = await accept(user, token)

    expect([status, body]).to.deep.equal([200, { success: true, data: { projectId, role: 'ADMIN' } }])
    expect(await roleOf(user._id)).to.equal('ADMIN')
    expect((await accept(other, token)).status).to.equal(400)
    expect(await listed()).to.deep.equal([])
    expect((await invite(user.email)).status).to.equal(409)
  })

  it('make one membership when they are accepted at the same moment, and store no token in the clear', async () => {
    const token = await invited()
    expect(token).to.have.length(43)
    expect(JSON.stringify(await Invitation.find().lean())).not.to.contain(token)
    const [user, other] = [await createUser(), await createUser()]
    const answers = await Promise.all([user, other, user, other].map((one) => accept(one, token)))
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1)
    expect(await Member.countDocuments({ projectId })).to.equal(2)
  })

  it('are not accepted by an unconfirmed account, by a member, or with another token', async () => {
    const token = await invited()
    const unproved = await createUser({ emailVerified: false })
    expect(await accept(unproved, token)).to.include({ status: 403, code: 'EMAIL_VERIFICATION_REQUIRED' })
    expect((await accept(owner, token)).status).to.equal(409)
    for (const user of [unproved, await createUser()]) expect((await accept(user, 'x'.repeat(43))).status).to.equal(400)
    expect(await Invitation.countDocuments({ projectId })).to.equal(1)
  })

  for (const [what, invalidate] of [
    ['their expiry', () => Invitation.updateMany({ projectId }, { $set: { expiresAt: new Date(Date.now() - 1) } })],
    ['another one to the address', () => invite('joan@example.com')],
    [
      'the deletion of their project',
      async () => {
        await gateway.signedIn(owner).delete(`/users/@me/projects/${projectId}`)
        expect(await Invitation.countDocuments()).to.equal(0)
      },
    ],
    ['the end of the membership of their sender', () => Member.deleteOne({ projectId, role: 'ADMIN' })],
  ] as const) {
    it(`are neither accepted nor used to sign up after ${what}`, async () => {
      const token = await invited('joan@example.com', 'ADMIN', await member('ADMIN'))
      await invalidate()
      expect((await accept(await createUser(), token)).status).to.equal(400)
      expect((await signUp('joan@example.com', token)).status).to.equal(400)
      expect(await User.countDocuments({ email: 'joan@example.com' })).to.equal(0)
    })
  }

  it('are not listed after their expiry, and listed once when they are renewed', async () => {
    await invite('joan@example.com')
    await Invitation.updateMany({ projectId }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect(await listed()).to.deep.equal([])
    expect((await gateway.signedIn(owner).delete(path('joan@example.com'))).status).to.equal(404)
    for (const role of ['MEMBER', 'ADMIN']) await invite('joan@example.com', role)
    expect(await listed()).to.have.length(1)
    const { body } = await accept(await createUser(), await lastTokenTo('joan@example.com'))
    expect(body.data.role).to.equal('ADMIN')
  })

  it('let only the invited address sign up if sign-ups are off, confirmed by the link', async () => {
    const token = await invited()
    const [joan, nobody, ada] = ['joan@example.com', 'nobody@example.com', 'ada@example.com']
    const refused = await Promise.all([signUp(joan), signUp(nobody), signUp(ada, token)])
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error.message}`)).size).to.equal(1)
    expect(refused[0]?.status).to.equal(403)

    const { status, body } = await signUp('Joan@example.com', token)

    expect([status, body.data.emailVerified]).to.deep.equal([201, true])
    expect(await roleOf(body.data.id)).to.equal('MEMBER')
    expect(await mailsToUsers('joan@example.com')).to.have.length(1)
    expect((await signUp('joan@example.com', token)).status).to.equal(400)
  })

  it('take over an account that a stranger has prepared under the address, and reset its failed logins', async () => {
    const prepared = await createUser({ email: 'joan@example.com', emailVerified: false, password: 'of the stranger' })
    await User.updateOne({ _id: prepared._id }, { $set: { identities: [{ provider: 'github', subject: 'stranger' }] } })

    const token = await invited('joan@example.com', 'ADMIN')
    await Promise.all(Array.from({ length: 12 }, () => login('joan@example.com', 'wrong')))
    expect((await login('joan@example.com', PASSWORD)).status).to.equal(429)

    expect((await signUp('joan@example.com', token)).status).to.equal(201)

    expect((await gateway.signedIn(prepared).get('/users/@me')).status).to.equal(401)
    const user = await User.findById(prepared._id).orFail().lean()
    expect([user.emailVerified, user.identities ?? []]).to.deep.equal([true, []])
    expect(await Session.countDocuments({ userId: prepared._id })).to.equal(1)
    expect((await login('joan@example.com', 'of the stranger')).status).to.equal(401)
    expect((await login('joan@example.com', PASSWORD)).status).to.equal(200)
  })

  it('do not replace the password of a confirmed account', async () => {
    const user = await createUser({ password: 'of the owner' })
    expect((await signUp(user.email, await invited(user.email))).status).to.equal(409)
    expect(await roleOf(user._id)).to.equal(undefined)
    expect((await login(user.email, 'of the owner')).status).to.equal(200)
  })

  it('are not accepted by confirming the invited address alone', async () => {
    await invite('joan@example.com')
    const user = await createUser({ email: 'joan@example.com', emailVerified: false })
    await gateway.signedIn(user).post('/auth/request-verification')
    const token = await lastTokenTo('joan@example.com')
    expect((await gateway.signedIn(user).post('/auth/verify-email', { token })).status).to.equal(200)
    expect(await roleOf(user._id)).to.equal(undefined)
    expect(await Invitation.countDocuments({ projectId })).to.equal(1)
  })

  it('are deleted with the member who sent them, on removal and on the loss of the right to invite', async () => {
    const [gone, demoted] = [await member('ADMIN'), await member('ADMIN')]
    const token = await invited('one@example.com', 'ADMIN', gone)
    await invite('two@example.com', 'ADMIN', demoted)
    await invite('three@example.com')
    const client = gateway.signedIn(owner)
    await client.delete(`/projects/${projectId}/members/${gone._id}`)
    await client.patch(`/projects/${projectId}/members/${demoted._id}`, { role: 'MEMBER' })
    expect((await listed()).map(({ email }: { email: string }) => email)).to.deep.equal(['three@example.com'])
    expect((await accept(gone, token)).status).to.equal(400)
    // A refused change of the owner's role withdraws nothing.
    expect((await client.patch(`/projects/${projectId}/members/${owner._id}`, { role: 'MEMBER' })).status).to.equal(403)
    expect(await listed()).to.have.length(1)
  })

  it('are refused above the number of projects that the list of a user shows', async () => {
    const user = await createUser()
    const many = Array.from({ length: 999 }, (_, n) => ({ projectId: `other-${n}`, userId: user._id, role: 'MEMBER' }))
    await Member.insertMany(many)
    const { id: second } = await makeProject({ name: 'Second', encryptionKeys: ENCRYPTION_KEYS, ownerId: owner._id })
    const first = await invited(user.email)
    await gateway.signedIn(owner).post(`/projects/${second}/members`, { email: user.email })
    const answers = await Promise.all([accept(user, first), accept(user, await lastTokenTo(user.email))])
    expect(answers.map(({ status }) => status)).to.have.members([200, 403])
    expect(await Member.countDocuments({ userId: user._id })).to.equal(1_000)
  })

  it('show the name of a project only in the body, if it is no link, and of a user with an old account', async () => {
    const names: [string, string | undefined][] = [
      ['Account suspended! Pay at http://evil.example/pay', undefined],
      ['evil.example', undefined],
      ['Call +1 800 555 0199 now', undefined],
      ['Acme GmbH', 'Acme GmbH'],
    ]
    await User.collection.updateOne({ _id: owner._id as never }, { $set: { createdAt: OLD } })
    const client = gateway.signedIn(owner)
    for (const [index, [name, shown]] of names.entries()) {
      await client.patch(`/users/@me/projects/${projectId}`, { name })
      const to = `joan${index}@example.com`
      await invite(to)
      const [mail] = await mailsToUsers(to)
      expect([mail?.subject, mail?.project], name).to.deep.equal(["You've been invited to a project", shown])
      expect(mail?.body.includes('{{ project }}'), name).to.equal(shown !== undefined)
    }
    await User.collection.updateOne({ _id: owner._id as never }, { $set: { createdAt: new Date() } })
    await invite('new@example.com')
    expect((await mailsToUsers('new@example.com'))[0]?.project).to.equal(undefined)
  })
})
