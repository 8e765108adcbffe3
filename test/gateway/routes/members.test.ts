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
  let count = 0

  beforeEach(async () => {
    ;({ id: projectId } = await createProject())
    owner = await createMember({ projectId, role: 'OWNER' })
    count += 1
  })

  const as = async (role: Role) => {
    const user = await createMember({ projectId, role })
    return { user, client: gateway.signedIn(user) }
  }
  const path = (userId = '') => `/projects/${projectId}/members${userId && `/${userId}`}`
  const newcomer = () => `new${count}-${projectId}@example.com`

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
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409, 409, 409, 409])
    expect(await Member.countDocuments({ projectId, userId: account._id })).to.equal(1)
  })

  it('can be invited by an unknown address, and join when it signs up, although sign-ups are switched off', async () => {
    const email = newcomer()
    const client = gateway.signedIn(owner)
    const signUp = () => gateway.as().post('/auth/signup', { email, password: PASSWORD })
    expect((await signUp()).status).to.equal(403)
    for (const role of ['MEMBER', 'ADMIN']) {
      const { status, body } = await client.post(path(), { email, role })
      expect(status).to.equal(201)
      expect(body.data).to.deep.equal({ userId: null, email, role, pending: true })
    }
    expect((await client.get(path())).body.data).to.have.lengthOf(1)
    expect((await signUp()).status).to.equal(201)
    const user = await User.findOne({ email }).orFail().lean()
    expect(await Member.findOne({ projectId, userId: user._id }).lean()).to.include({ role: 'ADMIN' })
    expect(await Invitation.countDocuments({ projectId })).to.equal(0)
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

  it('join once a pending address is confirmed', async () => {
    const account = await createUser({ emailVerified: false })
    const { status, body } = await gateway.signedIn(owner).post(path(), { email: account.email })
    expect([status, body.data.pending]).to.deep.equal([201, true])
    expect(await Member.countDocuments({ projectId, userId: account._id })).to.equal(0)
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
    expect(refused.map(({ status, body }) => [status, body.error.code])).to.deep.equal(
      refused.map(() => [403, 'FORBIDDEN']),
    )
  })

  it('can leave by themselves, and are removed only by an OWNER or an ADMIN', async () => {
    const [{ user: one, client: byOne }, { user: two }] = [await as('MEMBER'), await as('MEMBER')]
    const { client: byAdmin } = await as('ADMIN')
    expect((await byOne.delete(path(two._id))).status).to.equal(403)
    const left = await byOne.delete(path(one._id))
    expect([left.status, left.body]).to.deep.equal([200, { success: true, data: { userId: one._id } }])
    expect((await byOne.get(path())).status).to.equal(404)
    expect((await byAdmin.delete(path(two._id))).status).to.equal(200)
    const gone = await byAdmin.delete(path(two._id))
    expect([gone.status, gone.body.error.details?.resource]).to.deep.equal([404, 'member'])
  })

  for (const [body, field] of [
    [{}, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'ada@example.com', role: 'KING' }, 'role'],
  ] as const) {
    it(`are not added by ${JSON.stringify(body)}`, async () => {
      const { status, body: answer } = await gateway.signedIn(owner).post(path(), body)
      expect([status, answer.error.errors[0].field]).to.deep.equal([422, field])
    })
  }
})
