import { expect } from 'chai'
import { eraseContactsSlice } from '../../../commands/lifecycle/erasure/erase-contacts-slice.js'
import { PLATFORM_PROJECT_ID } from '../../../commands/base/records/platform-project.js'
import { AccountToken } from '../../../models/account-token.js'
import { Contact, Email, Job, Member } from '../../support/models.js'
import { DeletedProject } from '../../../models/deleted-project.js'
import { Session } from '../../../models/session.js'
import { User } from '../../../models/user.js'
import {
  createInvitation,
  createMember,
  createProject,
  createSession,
  createToken,
  createUser,
} from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { finishJob } from '../../support/jobs.js'

describe('DELETE /users/@me', () => {
  const gateway = useGateway()

  it('removes the user with sessions, tokens and memberships, and clears the cookie', async () => {
    const project = await createProject()
    const user = await createMember({ projectId: project.id, role: 'ADMIN' })
    const colleague = await createMember({ projectId: project.id, role: 'MEMBER' })
    await createSession(user._id)
    await createToken(user, 'reset', user._id)

    const res = await gateway.signedIn(user).delete('/users/@me')

    expect(res.status, JSON.stringify(res.body)).to.equal(204)
    expect(res.headers.get('set-cookie')).to.match(/^posthorn_session=; Max-Age=0; /)
    const { _id: userId } = user
    expect(await User.countDocuments({ _id: userId })).to.equal(0)
    for (const model of [Member, Session, AccountToken])
      expect(await (model as typeof Member).countDocuments({ userId }), model.modelName).to.equal(0)
    expect((await gateway.signedIn(user).get('/users/@me')).status).to.equal(401)
    expect(await Member.countDocuments({ projectId: project.id, userId: colleague._id })).to.equal(1)
    const signUp = { email: user.email, password: 'a phrase of several words' }
    expect((await gateway.as().post('/auth/signup', signUp)).status).to.equal(201)
  })

  it('withdraws the invitations of the user', async () => {
    const [project, other] = [await createProject(), await createProject()]
    const user = await createMember({ projectId: project.id, role: 'ADMIN' })
    const email = `invited-${project.id}@example.com`
    await createInvitation({ projectId: project.id, email, role: 'ADMIN', invitedBy: user._id })
    await createInvitation({ projectId: other.id, email })
    expect((await gateway.signedIn(user).delete('/users/@me')).status).to.equal(204)
    const { status, body } = await gateway.as().post('/auth/signup', { email, password: 'a phrase of several words' })
    expect(status, JSON.stringify(body)).to.equal(201)
    const memberships = await Member.find({ userId: body.data.id }).lean()
    expect(memberships.map(({ projectId }) => projectId)).to.deep.equal([other.id])
  })

  it('is refused to the owner of a project, who does not change', async () => {
    const project = await createProject()
    const user = await createMember({ projectId: project.id, role: 'OWNER' })
    const res = await gateway.signedIn(user).delete('/users/@me')
    expect(res).to.deep.include({ status: 409, code: 'CONFLICT', details: { projectIds: [project.id] } })
    expect(res.body.error.suggestion).to.contain('DELETE /users/@me/projects/{id}').and.contain('operator')
    expect((await gateway.signedIn(user).get('/users/@me')).status).to.equal(200)
    expect(await Member.countDocuments({ userId: user._id })).to.equal(1)
  })

  it('leaves no project without an owner when one is created at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const user = await createUser()
      const client = gateway.signedIn(user)
      const [made, deleted] = await Promise.all([
        client.post('/users/@me/projects', { name: 'A' }),
        client.delete('/users/@me'),
      ])
      expect([made.status, deleted.status]).to.be.deep.oneOf([
        [201, 409],
        [401, 204],
      ])
    }
  })
})

describe('DELETE /users/@me where mail is sent to users', () => {
  const gateway = useGateway({ PLATFORM_FROM: 'posthorn@example.com' }, { isEmptied: 'before each' })
  const ofPlatform = { projectId: PLATFORM_PROJECT_ID }

  it('erases the address from mail that was sent to it, and from the deleted projects', async () => {
    const [user, other] = [await createUser(), await createUser()]
    for (const { email } of [user, other]) await gateway.as().post('/auth/request-password-reset', { email })
    await DeletedProject.create({ _id: 'gone', ownerIds: [user._id, other._id], deletedAt: new Date() })

    expect((await gateway.signedIn(user).delete('/users/@me')).status).to.equal(204)

    expect(gateway.entriesOf('job')).to.have.length(1)
    const { _id: jobId } = await Job.findOne(ofPlatform).orFail().lean()
    await finishJob({ ...ofPlatform, jobId }, eraseContactsSlice)
    const left = [await Contact.find(ofPlatform).lean(), await Email.find(ofPlatform).lean()]
    expect(JSON.stringify(left)).to.contain(other.email).and.not.contain(user.email)
    expect((await DeletedProject.findById('gone').lean())?.ownerIds).to.deep.equal([other._id])
  })

  it('keeps what an address has rejected when an unconfirmed account of it is deleted', async () => {
    const user = await createUser({ emailVerified: false })
    await gateway.signedIn(user).post('/auth/request-verification')
    expect((await gateway.signedIn(user).delete('/users/@me')).status).to.equal(204)
    expect(await Email.countDocuments({ ...ofPlatform, to: user.email })).to.equal(1)
    expect(await Job.countDocuments(ofPlatform)).to.equal(0)
  })
})
