import { expect } from 'chai'
import { Member } from '../../../models/member.js'
import { Project } from '../../../models/project.js'
import { Session } from '../../../models/session.js'
import type { UserRecord } from '../../../models/user.js'
import { createMember, createProject, createUser } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

const KEYS = ['public', 'secret', 'webhookSecret']
const EVENT = { email: 'ada@example.com', event: 'signed up' }

describe('GET /users/@me and GET /users/@me/projects', () => {
  const gateway = useGateway()

  it('returns the signed-in user, without password and session version', async () => {
    const { _id: id, email, createdAt } = await createUser()
    await createUser()
    const { status, body } = await gateway.signedIn({ _id: id, sessionVersion: 1 }).get('/users/@me')
    expect(status).to.equal(200)
    const { expiresAt } = await Session.findById(id).orFail().lean()
    const times = { createdAt: createdAt.toISOString(), sessionExpiresAt: expiresAt.toISOString() }
    expect(body).to.deep.equal({ id, email, emailVerified: true, ...times })
  })

  it('returns only the projects that the user is a member of, with the role in each', async () => {
    const [first, second] = [await createProject(), await createProject(), await createProject()]
    const user = await createMember({ projectId: first.id, role: 'OWNER' })
    await createMember({ projectId: second.id, role: 'OWNER' })
    await Member.create({ projectId: second.id, userId: user._id, role: 'MEMBER' })
    const { status, body } = await gateway.signedIn(user).get('/users/@me/projects')
    expect(status).to.equal(200)
    const roles = body.map(({ id, role }: { id: string; role: string }) => `${id} ${role}`)
    expect(roles).to.deep.equal([`${first.id} OWNER`, `${second.id} MEMBER`])
    expect((await gateway.signedIn(await createUser()).get('/users/@me/projects')).body).to.deep.equal([])
  })

  for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
    it(`shows ${role === 'MEMBER' ? 'no key' : 'the keys'} to ${role}`, async () => {
      const { id, name, publicKey, secretKey } = await createProject()
      const user = await createMember({ projectId: id, role })
      const { body } = await gateway.signedIn(user).get('/users/@me/projects')
      const [project] = body
      expect(project).to.include({ id, name, role, disabled: false, disabledReason: null })
      expect(project).to.include({ language: 'en', tracking: 'ENABLED', timezone: 'UTC' })
      if (role === 'MEMBER') {
        expect(project).not.to.have.any.keys(KEYS)
        expect(JSON.stringify(body)).not.to.match(/sk_|pk_|whsec_/)
      } else {
        expect(project).to.include({ public: publicKey, secret: secretKey })
        expect(Buffer.from(project.webhookSecret.replace(/^whsec_/, ''), 'base64')).to.have.length(32)
      }
    })
  }
})

describe('POST /users/@me/projects', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  let user: UserRecord
  beforeEach(async () => {
    user = await createUser()
  })
  const create = (body: object) => gateway.signedIn(user).post('/users/@me/projects', body)

  it('makes a project that the user owns, whose keys work', async () => {
    const { status, body } = await create({ name: '  Acme & Söhne ' })
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(body).to.include({ name: 'Acme & Söhne', role: 'OWNER' })
    expect(body.public).to.match(/^pk_[0-9a-f]{64}$/)
    expect(body.secret).to.match(/^sk_[0-9a-f]{64}$/)
    expect((await gateway.signedIn(user).get('/users/@me/projects')).body).to.deep.equal([body])
    expect((await gateway.as(body.secret).get('/contacts')).status).to.equal(200)
    expect((await gateway.as(body.public).post('/v1/track', EVENT)).status).to.equal(200)
    expect((await gateway.signedIn(user, body.id).get('/contacts')).body.total).to.equal(1)
  })

  it('answers 422 to a name that is missing, empty, too long or more than a line, and makes nothing', async () => {
    for (const [name, code] of [
      [undefined, 'required'],
      ['', 'too_small'],
      ['  ', 'too_small'],
      ['x'.repeat(101), 'too_big'],
      ['a\nb', 'invalid_string'],
      [5, 'invalid_type'],
    ])
      expect(await create({ name }), String(name)).to.deep.include({ status: 422, faults: [`name ${code}`] })
    expect(await Project.countDocuments()).to.equal(0)
  })
})

describe('PATCH /users/@me/projects/:id', () => {
  const gateway = useGateway()
  let projectId: string
  let owner: UserRecord
  beforeEach(async () => {
    projectId = (await createProject()).id
    owner = await createMember({ projectId, role: 'OWNER' })
  })
  const patch = (body: object) => gateway.signedIn(owner).patch(`/users/@me/projects/${projectId}`, body)

  it('changes name, language, tracking and time zone, and answers the project', async () => {
    const settings = { name: 'New', language: 'pt-BR', tracking: 'MARKETING_ONLY', timezone: 'America/Sao_Paulo' }
    const res = await patch(settings)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    expect(res.body).to.include({ ...settings, id: projectId, role: 'OWNER' })
    expect((await gateway.signedIn(owner).get('/users/@me/projects')).body).to.deep.equal([res.body])
  })

  it('changes nothing that is not sent', async () => {
    const before = await Project.findById(projectId).orFail().lean()
    const keys = { public: 'pk_x', secretKeyHash: 'x' }
    const foreign = { disabled: true, disabledReason: 'MANUAL', ...keys, _id: 'x', role: 'x' }
    expect((await patch({ language: 'de', ...foreign })).status).to.equal(200)
    const { updatedAt: _, ...after } = await Project.findById(projectId).orFail().lean()
    expect({ ...after, updatedAt: before.updatedAt }).to.deep.equal({ ...before, language: 'de' })
    expect((await patch({})).body).to.include({ language: 'de' })
  })

  it('answers 422 naming every invalid field, and changes nothing', async () => {
    const before = await Project.findById(projectId).orFail().lean()
    const res = await patch({ name: '', language: 'not a language', tracking: 'ON', timezone: 'Mars/Olympus' })
    const ofText = ['name too_small', 'language invalid_string']
    const faults = [...ofText, 'tracking invalid_enum_value', 'timezone invalid_string']
    expect(res).to.deep.include({ status: 422, faults })
    expect((await patch({ timezone: '+01:00' })).status).to.equal(422)
    expect(await Project.findById(projectId).orFail().lean()).to.deep.equal(before)
  })
})

describe('POST /users/@me/projects/:id/regenerate-keys', () => {
  const gateway = useGateway()

  it('replaces both keys: the old ones stop, and the new ones work', async () => {
    const { id, publicKey, secretKey } = await createProject()
    const owner = gateway.signedIn(await createMember({ projectId: id, role: 'OWNER' }))
    const statuses = async (own: { public: string; secret: string }) => [
      (await gateway.as(own.secret).get('/contacts')).status,
      (await gateway.as(own.public).post('/v1/track', EVENT)).status,
    ]
    expect(await statuses({ public: publicKey, secret: secretKey })).to.deep.equal([200, 200])
    const { webhookSecret } = (await owner.get('/users/@me/projects')).body[0]

    const { status, body } = await owner.post(`/users/@me/projects/${id}/regenerate-keys`)

    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ id, role: 'OWNER', webhookSecret })
    expect((await owner.get('/users/@me/projects')).body).to.deep.equal([body])
    expect(await statuses({ public: publicKey, secret: secretKey })).to.deep.equal([401, 401])
    expect(await statuses(body)).to.deep.equal([200, 200])
  })
})
