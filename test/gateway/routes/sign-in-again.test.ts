import { expect } from 'chai'
import { Member } from '../../../models/member.js'
import { Session } from '../../../models/session.js'
import { User, type UserRecord } from '../../../models/user.js'
import { createProject, createSession, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'

const PASSWORD = 'correct horse battery staple'
const MINUTE_MS = 60_000

/** The acts that are final or change who may sign in, and their answers; `:id` is a project of the user. */
const ACTS: [method: string, path: string, status: number][] = [
  ['DELETE', '/users/@me', 204],
  ['DELETE', '/users/@me/projects/:id', 202],
  ['POST', '/users/@me/projects/:id/reset', 202],
  ['POST', '/oauth/github', 200],
  ['DELETE', '/auth/identities/github', 200],
]

describe('an act that is final or changes who may sign in', () => {
  const gateway = useGateway({ GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' })

  const identity = (subject: string) => ({ provider: 'github' as const, subject, email: null, connectedAt: new Date() })
  /** A user whose session began so many minutes ago; with the project that a path names. */
  const actor = async (minutes: number, path: string, fields: Partial<UserRecord> & { password?: string } = {}) => {
    const user = await createUser({ password: PASSWORD, identities: [identity(crypto.randomUUID())], ...fields })
    const { _id: userId } = user
    const { id: projectId } = path.includes(':id') ? await createProject() : { id: '' }
    if (projectId) await Member.create({ projectId, userId, role: 'OWNER' })
    const sessionId = await createSession(userId, { createdAt: new Date(Date.now() - minutes * MINUTE_MS) })
    const headers = sessionHeaders(user, undefined, sessionId)
    const act = (method: string, body?: object) =>
      gateway.as().request(method, path.replace(':id', projectId), body, headers)
    return { userId, act }
  }

  for (const [method, path, status] of ACTS) {
    describe(`${method} ${path}`, () => {
      it('needs the password in a session of more than ten minutes, and nothing before', async () => {
        const { act, userId } = await actor(11, path)
        for (const body of [undefined, {}]) {
          expect(await act(method, body)).to.deep.include({
            status: 403,
            code: 'FORBIDDEN',
            details: { reason: 'SIGN_IN_AGAIN', hasPassword: true },
          })
        }
        expect(await act(method, { password: 'a guess' })).to.include({ status: 401, code: 'INVALID_CREDENTIALS' })
        expect(await act(method, { password: 4 })).to.deep.include({ status: 422, fields: ['password'] })
        expect(await User.exists({ _id: userId, 'identities.provider': 'github' })).to.not.equal(null)
        expect((await act(method, { password: PASSWORD })).status).to.equal(status)

        const fresh = await actor(9, path)
        expect((await fresh.act(method)).status).to.equal(status)
      })
    })
  }

  it('needs a new sign-in of an account without a password, which a renewed session is not', async () => {
    const { act, userId } = await actor(11, '/users/@me', { passwordHash: null })
    await Session.updateOne({ userId, _id: { $ne: userId } }, { lastUsedAt: new Date() })
    const details = { reason: 'SIGN_IN_AGAIN', hasPassword: false }
    expect(await act('DELETE')).to.deep.include({ status: 403, details })
    expect(await act('DELETE', { password: PASSWORD })).to.include({ status: 401 })
  })

  it('counts wrong passwords as failed logins', async () => {
    const { act } = await actor(11, '/users/@me')
    const guesses = await Promise.all(Array.from({ length: 12 }, () => act('DELETE', { password: 'a guess' })))
    expect(guesses.filter(({ status }) => status === 429)).to.have.length(2)
    expect(await act('DELETE', { password: PASSWORD })).to.include({ status: 429 })
  })
})
