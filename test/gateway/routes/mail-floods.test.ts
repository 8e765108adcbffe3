import { expect } from 'chai'
import { createMember, createProject, createUser } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'

const PASSWORD = 'a phrase of several words'

describe('mail to users while a stranger requests as many mails as possible', () => {
  const gateway = useGateway(
    {
      PLATFORM_FROM: 'posthorn@example.com',
      PLATFORM_MAILS_PER_DAY: 100,
      TRUSTED_PROXY_HOPS: 1,
    },
    { isEmptied: 'before each' },
  )
  const from = (network: number) => ({ 'x-forwarded-for': `198.51.100.${network}` })
  const HOME = { 'x-forwarded-for': '203.0.113.7' }
  const OFFICE = { 'x-forwarded-for': '203.0.113.8' }
  const reset = (email: string, headers: object) =>
    gateway.as().post('/auth/request-password-reset', { email }, { ...headers })

  it('sends password resets to users with confirmed addresses, whatever unconfirmed accounts request', async () => {
    const unproved = await Promise.all(Array.from({ length: 31 }, () => createUser({ emailVerified: false })))
    await Promise.all(unproved.map(({ email }, n) => reset(email, from(n))))
    // As many as there are resets in a day for confirmed addresses, which these leave untouched.
    expect(await mailsToUsers()).to.have.length(30)
    const { email } = await createUser()
    await reset(email, HOME)
    expect(await mailsToUsers(email)).to.have.length(1)
  })

  it('sends a user a password reset whatever one network has requested, and reserves mails for known networks', async () => {
    const { email } = await createUser({ password: PASSWORD })
    expect((await gateway.as().post('/auth/login', { email, password: PASSWORD }, HOME)).status).to.equal(200)
    // An answer takes a third of a second, whether or not there is such an account.
    await Promise.all(Array.from({ length: 12 }, () => reset(email, from(1))))
    expect(await mailsToUsers(email)).to.have.length(3)
    await reset(email, OFFICE)
    expect(await mailsToUsers(email)).to.have.length(4)
    await Promise.all(Array.from({ length: 10 }, (_, n) => reset(email, from(2 + n))))
    expect(await mailsToUsers(email)).to.have.length(8)
    await reset(email, HOME)
    const token = await lastTokenTo(email)
    expect(await mailsToUsers(email)).to.have.length(9)
    expect(
      (await gateway.as().post('/auth/reset-password', { token, newPassword: 'quite another phrase' })).status,
    ).to.equal(200)
  })

  it('says to a sign-up beyond the mails of its network that none was sent', async () => {
    const signUp = (n: number) =>
      gateway.as().post('/auth/signup', { email: `new-${n}@example.org`, password: PASSWORD }, from(77))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(n)))
    expect(answers.filter(({ status, body }) => status === 201 && body.message === undefined)).to.have.length(20)
    const { status, body } = await signUp(20)
    expect(status).to.equal(201)
    expect(body.message).to.contain('POST /auth/request-verification')
    expect(await mailsToUsers(body.data.email)).to.deep.equal([])
  })

  it('reveals to no project the mails of others to an address, and keeps mailed links valid', async () => {
    const { id: projectId } = await createProject()
    const owner = gateway.signedIn(await createMember({ projectId, role: 'OWNER' }))
    const to = 'ada@example.com'
    const invite = (role: string) => owner.post(`/projects/${projectId}/members`, { email: to, role })
    expect((await invite('MEMBER')).status).to.equal(201)
    const token = await lastTokenTo(to)
    for (let n = 0; n < 2; n += 1) {
      const { id } = await createProject()
      const stranger = gateway.signedIn(await createMember({ projectId: id, role: 'OWNER' }))
      expect((await stranger.post(`/projects/${id}/members`, { email: to })).status).to.equal(201)
    }
    const again = await invite('ADMIN')
    expect([again.status, again.body.data.pending]).to.deep.equal([201, true])
    expect(await mailsToUsers(to)).to.have.length(3)
    const { body } = await owner.get(`/projects/${projectId}/invitations`)
    expect(body.data.map(({ email, role }: Record<string, string>) => [email, role])).to.deep.equal([[to, 'ADMIN']])
    const user = gateway.signedIn(await createUser())
    expect((await user.post('/auth/accept-invitation', { token })).status).to.equal(200)
  })
})
