import { expect } from 'chai'
import { Member } from '../../support/models.js'
import { Project } from '../../../models/project.js'
import { Session } from '../../../models/session.js'
import { User, type UserRecord } from '../../../models/user.js'
import { testConfig } from '../../support/config.js'
import { eventually } from '../../support/eventually.js'
import { createMember, createProject, createSession, createToken, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway } from '../../support/gateway.js'
import { Peer } from '../../support/peer.js'

const LONG_AGO = new Date(Date.now() - 86_400_000)
const OWN = 'the phrase of the owner'

describe('a request whose body arrives slowly', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  const peers: Peer[] = []
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.leave()
  })

  /** Sends a request without the last byte of its body; the result sends that byte and resolves with the status. */
  const begin = (path: string, headers: Record<string, string>, body: object): (() => Promise<number>) => {
    const text = JSON.stringify(body)
    const peer = new Peer({ port: Number(new URL(gateway.origin).port) })
    peers.push(peer)
    const all = { host: 'x', 'content-type': 'application/json', 'content-length': String(text.length), ...headers }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    peer.send([`POST ${path} HTTP/1.1`, ...head, '', text.slice(0, -1)].join('\r\n'))
    return async () => {
      peer.send(text.slice(-1))
      await peer.until('\r\n')
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(peer.text)?.[1])
    }
  }

  /** The headers of a session, and a function that waits until a request has used it. */
  const signIn = async (user: UserRecord) => {
    const sessionId = await createSession(user._id, { lastUsedAt: LONG_AGO })
    const isUsed = () =>
      eventually(
        () => Session.findById(sessionId).orFail().lean(),
        ({ lastUsedAt }) => lastUsedAt > LONG_AGO,
      )
    return { headers: sessionHeaders(user, testConfig(), sessionId), isUsed }
  }

  it('makes no project in an account whose owner claimed it meanwhile', async () => {
    const user = await createUser({ emailVerified: false })
    await createToken(user, 'reset', 'r'.repeat(43))
    const { headers, isUsed } = await signIn(user)
    const finish = begin('/users/@me/projects', headers, { name: 'Planted' })
    await isUsed()
    const claimed = await gateway.as().post('/auth/reset-password', { token: 'r'.repeat(43), newPassword: OWN })
    expect(claimed.status).to.equal(200)
    expect(await finish()).to.equal(401)
    expect(await Member.countDocuments({ userId: user._id })).to.equal(0)
    expect(await User.findById(user._id).lean()).to.include({ sessionVersion: 2 })
  })

  it('sends no invitation for a member who was removed or lost the role meanwhile', async () => {
    const { id: projectId } = await createProject()
    const owner = gateway.signedIn(await createMember({ projectId, role: 'OWNER' }))
    const [gone, demoted] = [
      await createMember({ projectId, role: 'ADMIN' }),
      await createMember({ projectId, role: 'ADMIN' }),
    ]
    const sessions = [await signIn(gone), await signIn(demoted)]
    const path = `/projects/${projectId}/members`
    const finish = sessions.map(({ headers }) => begin(path, headers, { email: 'joan@example.com', role: 'ADMIN' }))
    await Promise.all(sessions.map(({ isUsed }) => isUsed()))
    await owner.delete(`${path}/${gone._id}`)
    await owner.patch(`${path}/${demoted._id}`, { role: 'MEMBER' })
    expect([await finish[0]?.(), await finish[1]?.()]).to.deep.equal([404, 403])
    expect((await owner.get(`/projects/${projectId}/invitations`)).body.data).to.deep.equal([])
  })

  it('writes nothing by a key that was replaced meanwhile', async () => {
    const { id: projectId, secretKey } = await createProject()
    const owner = gateway.signedIn(await createMember({ projectId, role: 'OWNER' }))
    await Project.updateOne({ _id: projectId }, { $unset: { keyUsedAt: 1 } })
    const finish = begin('/contacts', { authorization: `Bearer ${secretKey}` }, { email: 'joan@example.com' })
    await eventually(
      () => Project.findById(projectId).orFail().lean(),
      ({ keyUsedAt }) => keyUsedAt !== undefined,
    )
    expect((await owner.post(`/users/@me/projects/${projectId}/regenerate-keys`)).status).to.equal(200)
    expect(await finish()).to.equal(401)
  })

  it('is served when nothing has changed', async () => {
    const user = await createUser()
    const { headers, isUsed } = await signIn(user)
    const finish = begin('/users/@me/projects', headers, { name: 'Mine' })
    await isUsed()
    expect(await finish()).to.equal(201)
  })
})
