import { expect } from 'chai'
import { TestAddress } from '../../support/models.js'
import { createMember, createProject, createTestAddress } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'

const HOUR_MS = 3_600_000
const JOAN = 'joan@mail.test'
const DRAFT = { subject: 'News', body: '<p>News</p>', from: 'news@example.com' }

describe('the test addresses of a project', () => {
  const gateway = useGateway({ PLATFORM_FROM: 'posthorn@example.com' }, { isEmptied: 'before each' })
  let projectId: string
  let secretKey: string
  let member: Awaited<ReturnType<typeof createMember>>

  beforeEach(async () => {
    ;({ id: projectId, secretKey } = await createProject())
    member = await createMember({ projectId, role: 'MEMBER' })
  })

  const as = (user = member) => gateway.signedIn(user, projectId)
  const path = () => `/projects/${projectId}/test-addresses`
  const add = (email = JOAN, user = member) => as(user).post(path(), { email })
  const list = async () => (await as().get(path())).body.data
  const page = (token: string) => `/confirm-test-address?token=${token}`
  const answer = (token: string) => gateway.as().post(page(token), new URLSearchParams())
  const confirm = async (email = JOAN) => answer(await lastTokenTo(email))
  const send = (to: unknown, client = as()) => client.post('/preview/send', { ...DRAFT, to })
  const refused = 'to custom'

  it('are pending until their owner confirms, and get no test before', async () => {
    const added = await add('Joan@Mail.Test')
    expect(added.status).to.equal(201)
    expect(added.body.data).to.include({ email: JOAN, status: 'PENDING', addedBy: member._id, confirmedAt: null })
    const [mail] = await mailsToUsers(JOAN)
    expect(mail).to.include({ kind: 'testAddress', subject: 'Confirm your address for test emails' })
    expect((await send(JOAN)).faults).to.deep.equal([refused])

    const token = await lastTokenTo(JOAN)
    // A scanner that follows the link confirms nothing.
    const shown = await gateway.as().get(page(token))
    expect(shown.status).to.equal(200)
    expect(shown.body).to.contain(JOAN).and.to.contain('<button class="strong">Confirm address</button>')
    expect((await list())[0]).to.include({ status: 'PENDING' })
    const confirmed = await answer(token)
    expect(confirmed.status).to.equal(200)
    expect(confirmed.body).to.contain('This address may now receive test emails.').and.not.to.contain('preferences')
    expect((await list())[0]).to.include({ email: JOAN, status: 'CONFIRMED', expiresAt: null })
    // The link works once.
    expect((await answer(token)).status).to.equal(404)
    expect((await send(JOAN)).body).to.include({ to: JOAN })
    expect((await send(JOAN, gateway.as(secretKey))).status).to.equal(200)
  })

  it('get tests together with members, each an email, or none if one address is unknown', async () => {
    await add()
    await confirm()
    const mixed = await send([member.email, JOAN, 'eve@mail.test', 'bob@mail.test'])
    expect(mixed.faults).to.deep.equal(['to.2 custom', 'to.3 custom'])
    const sent = await send([member.email, JOAN, ' JOAN@mail.test'])
    expect(sent.body.emails.map(({ to }: { to: string }) => to)).to.deep.equal([member.email, JOAN])
    expect(sent.body).to.include({ to: member.email, email: sent.body.emails[0].email })
    expect((await send([])).status).to.equal(422)
  })

  it('of other projects get no tests', async () => {
    const other = await createProject()
    await createTestAddress({ projectId: other.id, email: JOAN, confirmedAt: new Date(), isProved: true })
    expect((await send(JOAN)).faults).to.deep.equal([refused])
  })

  it('are sent the link again after an hour, and the older link then no longer works', async () => {
    await add()
    const first = await lastTokenTo(JOAN)
    const soon = await add()
    expect(soon).to.include({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    expect(Number(soon.headers.get('retry-after'))).to.be.within(3_500, 3_600)
    expect(await mailsToUsers(JOAN)).to.have.length(1)
    await TestAddress.updateOne({ projectId }, { $set: { requestedAt: new Date(Date.now() - 2 * HOUR_MS) } })
    // The installation has its own limit for an address, which its answer does not tell.
    expect((await add()).status).to.equal(201)
    expect(await mailsToUsers(JOAN)).to.have.length(1)
    expect((await answer(first)).status).to.equal(200)
    expect((await add()).body.data).to.include({ status: 'CONFIRMED' })
  })

  it('send no second mail within an hour when they are removed and added again, also to another project', async () => {
    const { body } = await add()
    expect((await as().delete(`${path()}/${body.data.id}`)).status).to.equal(204)
    expect(await list()).to.deep.equal([])
    expect((await add()).status).to.equal(201)
    const { id } = await createProject()
    const stranger = await createMember({ projectId: id, role: 'OWNER' })
    expect((await gateway.signedIn(stranger).post(`/projects/${id}/test-addresses`, { email: JOAN })).status).to.equal(
      201,
    )
    expect(await mailsToUsers(JOAN)).to.have.length(1)
  })

  it('are at most five, of which expired ones do not count', async () => {
    const past = new Date(Date.now() - HOUR_MS)
    await createTestAddress({ projectId, email: 'old@mail.test', tokenHash: 'old', expiresAt: past })
    for (let n = 0; n < 5; n += 1) expect((await add(`a${n}@mail.test`)).status).to.equal(201)
    expect(await add('late@mail.test')).to.include({ status: 422, code: 'QUOTA_EXCEEDED' })
    expect(await list()).to.have.length(5)
    const expired = await createTestAddress({ projectId, email: 'x@mail.test', tokenHash: 'x', expiresAt: past })
    expect((await as().delete(`${path()}/${expired._id}`)).status).to.equal(404)
  })

  it('are not added by a user without a confirmed address, nor for a member', async () => {
    const unproved = await createMember({ projectId, role: 'OWNER' }, { emailVerified: false })
    expect(await add(JOAN, unproved)).to.include({ status: 403, code: 'EMAIL_VERIFICATION_REQUIRED' })
    expect(await add(member.email)).to.include({ status: 409, code: 'CONFLICT' })
    expect((await add('nobody')).faults).to.deep.equal(['email invalid_string'])
    expect(await mailsToUsers()).to.deep.equal([])
  })

  it('go with the member who has added them', async () => {
    const owner = await createMember({ projectId, role: 'OWNER' })
    await add()
    await add('kept@mail.test', owner)
    expect((await as(owner).delete(`/projects/${projectId}/members/${member._id}`)).status).to.equal(200)
    const left = (await as(owner).get(path())).body.data
    expect(left.map(({ email }: { email: string }) => email)).to.deep.equal(['kept@mail.test'])
  })
})

describe('the test addresses of an installation that sends no mail to users', () => {
  const gateway = useGateway()

  it('are confirmed at once, and count among the addresses of the day', async () => {
    const { id: projectId } = await createProject()
    const member = await createMember({ projectId, role: 'MEMBER' })
    const client = gateway.signedIn(member, projectId)
    const added = await client.post(`/projects/${projectId}/test-addresses`, { email: JOAN })
    expect(added.body.data).to.include({ status: 'CONFIRMED' })
    expect((await client.post('/preview/send', { ...DRAFT, to: JOAN })).status).to.equal(200)
    expect(await TestAddress.findOne({ projectId }).lean()).to.include({ isProved: false })
  })
})
