import { expect } from 'chai'
import { Invitation } from '../../../models/invitation.js'
import { Member, type Role } from '../../../models/member.js'
import { User } from '../../../models/user.js'
import { createMember, createProject, createUser } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

const PASSWORD = 'correct horse battery staple'

describe('the members of a project', () => {
  const gateway = useGateway({ DISABLE_SIGNUPS: true })
  let projectId: string
  let owner: Awaited<ReturnType<typeof createMember>>

  beforeEach(async () => {
    ;({ id: projectId } = await createProject())
    owner = await createMember({ projectId, role: 'OWNER' })
  })

  const as = async (role: Role) => {
    const user = await createMember({ projectId, role })
    return { user, client: gateway.signedIn(user) }
  }
  const path = (userId = '') => `/projects/${projectId}/members${userId && `/${userId}`}`
  const newcomer = () => `new-${projectId}@example.com`

  it('are listed to each of them, the oldest member first', async () => {
    const { user, client } = await as('MEMBER')
    const { status, body } = await client.get(path())
    expect([status, body.success]).to.deep.equal([200, true])
    expect(body.data.map(({ userId, email, role }: Record<string, string>) => [userId, email, role])).to.deep.equal([
      [owner._id, owner.email, 'OWNER'],
      [user._id, user.email, 'MEMBER'],
    ])
  })

  it('join immediately with an account whose address is confirmed', async () => {
    const account = await createUser()
    const { client } = await as('ADMIN')
    const { status, body } = await client.post(path(), { email: account.email.toUpperCase() })
    expect(status).to.equal(200)
    expect(body.data).to.deep.equal({ userId: account._id, email: account.email, role: 'MEMBER', pending: false })
    expect((await gateway.signedIn(account).get(path())).status).to.equal(200)
    expect((await client.post(path(), { email: account.email })).status).to.equal(409)
  })

  it('join once by several requests at the same moment', async () => {
    const account = await createUser()
    const client = gateway.signedIn(owner)
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(path(), { email: account.email })))
    expect(answers.map(({ status }) => status)).to.have.members([200, 409, 409, 409, 409])
    expect(await Member.countDocuments({ projectId, userId: account._id })).to.equal(1)
  })

  it('can be invited by an unknown or unconfirmed address, and join when it signs up, although sign-ups are off', async () => {
    const email = newcomer()
    const client = gateway.signedIn(owner)
    const signUp = () => gateway.as().post('/auth/signup', { email, password: PASSWORD })
    expect((await signUp()).status).to.equal(403)
    const { email: unproved } = await createUser({ emailVerified: false })
    for (const [to, role] of [
      [unproved, 'MEMBER'],
      [email, 'MEMBER'],
      [email, 'ADMIN'],
    ]) {
      const { status, body } = await client.post(path(), { email: to, role })
      expect(status).to.equal(201)
      expect(body.data).to.deep.equal({ userId: null, email: to, role, pending: true })
    }
    expect((await client.get(path())).body.data).to.have.lengthOf(1)
    expect((await signUp()).status).to.equal(201)
    const user = await User.findOne({ email }).orFail().lean()
    expect(await Member.findOne({ projectId, userId: user._id }).lean()).to.include({ role: 'ADMIN' })
    expect(await Invitation.countDocuments({ projectId, email })).to.equal(0)
  })

  it('do not join or sign up by an invitation whose sender may not invite any more', async () => {
    const { user: gone } = await as('ADMIN')
    const email = newcomer()
    expect((await gateway.signedIn(gone).post(path(), { email, role: 'ADMIN' })).status).to.equal(201)
    // As if the invitation was stored at the moment of the removal.
    await Member.deleteOne({ projectId, userId: gone._id })
    const signUp = () => gateway.as().post('/auth/signup', { email, password: PASSWORD })
    expect((await signUp()).status).to.equal(403)
    await gateway.signedIn(owner).post(path(), { email })
    expect((await signUp()).status).to.equal(201)
  })

  it('can get another role, except the one of the owner', async () => {
    const { user, client } = await as('ADMIN')
    const { user: other } = await as('MEMBER')
    const changed = await client.patch(path(other._id), { role: 'ADMIN' })
    expect(changed.body.data).to.include({ userId: other._id, role: 'ADMIN' })
    expect((await client.patch(path(user._id), { role: 'MEMBER' })).status).to.equal(200)
    const ofOwner = gateway.signedIn(owner)
    const refused = [
      await ofOwner.patch(path(owner._id), { role: 'MEMBER' }),
      await ofOwner.patch(path(other._id), { role: 'OWNER' }),
      await ofOwner.post(path(), { email: newcomer(), role: 'OWNER' }),
      await ofOwner.delete(path(owner._id)),
      // This user is no longer an ADMIN.
      await client.patch(path(other._id), { role: 'MEMBER' }),
    ]
    for (const answer of refused) expect(answer).to.include({ status: 403, code: 'FORBIDDEN' })
  })

  it('can leave by themselves, and are removed only by an OWNER or an ADMIN', async () => {
    const [{ user: one, client: byOne }, { user: two }] = [await as('MEMBER'), await as('MEMBER')]
    const { client: byAdmin } = await as('ADMIN')
    expect((await byOne.delete(path(two._id))).status).to.equal(403)
    const left = await byOne.delete(path(one._id))
    expect([left.status, left.body]).to.deep.equal([200, { success: true, data: { userId: one._id } }])
    expect((await byOne.get(path())).status).to.equal(404)
    expect((await byAdmin.delete(path(two._id))).status).to.equal(200)
    expect((await byAdmin.delete(path(two._id))).status).to.equal(404)
  })

  it('are not added without a valid address and role', async () => {
    for (const [body, field] of [
      [{}, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 'ada@example.com', role: 'KING' }, 'role'],
    ] as const)
      expect(await gateway.signedIn(owner).post(path(), body)).to.deep.include({ status: 422, fields: [field] })
  })
})
