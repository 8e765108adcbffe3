import { expect } from 'chai'
import { replaceKeys } from '../../../commands/tenancy/projects/replace-keys.js'
import { createKey } from '../../../commands/tenancy/keys/create-key.js'
import { claimAccount } from '../../../commands/accounts/users/claim-account.js'
import { ApiKey } from '../../support/models.js'
import { Project } from '../../../models/project.js'
import type { UserRecord } from '../../../models/user.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { hashKey } from '../../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { commandsOf } from '../../support/commands.js'
import { eventually } from '../../support/eventually.js'
import { expectIndexed, SLACK } from '../../models/expect-indexed.js'
import { createApiKey, createMember, createProject, createTemplate } from '../../support/factories.js'
import { useGateway, type TestGateway } from '../../support/gateway.js'
import type { ClientResponse } from '../../support/http-client.js'

const HOUR_MS = 3_600_000
const areRefused = (statuses: number[]) => statuses.every((status) => status === 401)
const mail = (from: string) => ({ to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from })

describe('the named keys of a project', () => {
  const [one, other] = [useGateway({}, { isEmptied: 'before each' }), useGateway()]
  let projectId: string
  let owner: UserRecord

  beforeEach(async () => {
    ;({ id: projectId } = await createProject())
    owner = await createMember({ projectId, role: 'OWNER' })
  })
  const path = (rest = '') => `/projects/${projectId}/keys${rest}`
  const create = (body: object = {}) => one.signedIn(owner).post(path(), { name: 'Web shop', scope: 'full', ...body })
  const rotate = (id: string, body?: object) => one.signedIn(owner).post(path(`/${id}/rotate`), body)
  const list = async () => (await one.signedIn(owner).get(path())).body.data
  const statusOf = async (secret: string, gateway: TestGateway = other) =>
    (await gateway.as(secret).get('/contacts')).status
  const everywhere = (secret: string) => Promise.all([statusOf(secret, one), statusOf(secret, other)])

  it('have a secret that is shown once and stored as a hash, work on every gateway, and can be renamed', async () => {
    const { status, body } = await create({ scope: 'send', domains: ['News.Example.ORG'], name: ' Web shop ' })
    expect(status, JSON.stringify(body)).to.equal(201)
    const { secret, ...key } = body.data
    expect(secret).to.match(/^sk_send_[0-9a-f]{64}$/)
    const { id, createdAt, ...shown } = key
    expect(shown).to.deep.equal({
      name: 'Web shop',
      scope: 'send',
      domains: ['news.example.org'],
      lastFour: secret.slice(-4),
      createdBy: owner._id,
      expiresAt: null,
      lastUsedAt: null,
      previousUntil: null,
    })
    expect(Date.now() - Date.parse(createdAt)).to.be.below(60_000)
    expect(await list()).to.deep.equal([key])
    const stored = await ApiKey.findById(id).orFail().lean()
    expect(stored.hashes).to.deep.equal([hashKey(secret)])
    expect(JSON.stringify(stored)).not.to.contain(secret.slice(8))
    const full = (await create()).body.data
    expect(full.secret).to.match(/^sk_full_/)
    expect(await everywhere(full.secret)).to.deep.equal([200, 200])
    expect((await list()).map((each: { id: string }) => each.id)).to.deep.equal([id, full.id])
    const renamed = await one.signedIn(owner).patch(path(`/${id}`), { name: 'New' })
    expect(renamed).to.deep.include({ status: 200, body: { success: true, data: { ...key, name: 'New' } } })
    expect((await list())[0]).to.deep.equal(renamed.body.data)
  })

  it('are refused with 422 on the invalid field', async () => {
    for (const [what, body, fields] of [
      ['a name that is missing', { name: undefined }, ['name']],
      ['a name of two lines', { name: 'a\nb' }, ['name']],
      ['a scope that is unknown', { scope: 'admin' }, ['scope']],
      ['domains of a key that does not send only', { scope: 'read', domains: ['example.org'] }, ['domains']],
      ['no domain', { scope: 'send', domains: [] }, ['domains']],
      ['a domain that is none', { scope: 'send', domains: ['example.org', 'a b'] }, ['domains.1']],
      ['an end that is no date', { expiresAt: 'tomorrow' }, ['expiresAt']],
      ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    ] as const) {
      expect(await create(body), what).to.deep.include({ status: 422, fields: [...fields] })
    }
    expect(await list()).to.deep.equal([])
  })

  it('are limited to exactly fifty in a project', async () => {
    await Promise.all(Array.from({ length: 48 }, () => createApiKey({ projectId })))
    const answers = await Promise.all([create(), create(), create(), create()])
    expect(answers.map(({ status }) => status)).to.have.members([201, 201, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.details).to.deep.equal({ quota: 'keys', limit: 50, used: 50 })
    const quotas = (await one.signedIn(owner).get(`/projects/${projectId}/quotas`)).body.data
    expect(quotas.keys).to.deep.equal({ limit: 50, used: 50 })
  })

  it('stop working on every gateway when they are deleted, also in a disabled project', async () => {
    const { key, secret } = await createApiKey({ projectId })
    await Project.updateOne({ _id: projectId }, { disabled: true, disabledReason: 'MANUAL' })
    expect(await everywhere(secret)).to.deep.equal([200, 200])
    expect((await one.signedIn(owner).delete(path(`/${key._id}`))).status).to.equal(204)
    expect(await everywhere(secret)).to.deep.equal([401, 401])
    expect((await one.signedIn(owner).delete(path(`/${key._id}`))).status).to.equal(404)
  })

  it('stop working at their expiry, while they are in use', async () => {
    const { key, secret } = await createApiKey({ projectId, expiresAt: new Date(Date.now() + HOUR_MS) })
    expect(await everywhere(secret)).to.deep.equal([200, 200])
    await ApiKey.updateOne({ _id: key._id }, { expiresAt: new Date() })
    await eventually(() => everywhere(secret), areRefused)
    expect(await list()).to.have.length(1)
  })

  it('can get a new secret, and the previous one ends at once on every gateway', async () => {
    const { key, secret } = await createApiKey({ projectId, scope: 'read' })
    expect(await everywhere(secret)).to.deep.equal([200, 200])
    const res = await rotate(key._id)
    expect([res.status, res.body.data.previousUntil]).to.deep.equal([200, null])
    expect(res.body.data.lastFour).to.equal(res.body.data.secret.slice(-4))
    expect(res.body.data.secret).to.match(/^sk_read_/)
    expect(await everywhere(secret)).to.deep.equal([401, 401])
    expect(await everywhere(res.body.data.secret)).to.deep.equal([200, 200])
  })

  it('leave the previous secret valid for the hours of grace, and not longer', async () => {
    const { key, secret: first } = await createApiKey({ projectId })
    const { secret: second, previousUntil } = (await rotate(key._id, { graceHours: 24 })).body.data
    expect(Date.parse(previousUntil) - Date.now()).to.be.closeTo(24 * HOUR_MS, 60_000)
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal([200, 200])
    const { secret: third } = (await rotate(key._id, { graceHours: 168 })).body.data
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).to.deep.equal([401, 200, 200])
    await ApiKey.updateOne({ _id: key._id }, { previousUntil: new Date(Date.now() - 1) })
    await eventually(() => everywhere(second), areRefused)
    expect((await list())[0].previousUntil).to.equal(null)
    expect(await statusOf(third)).to.equal(200)
    for (const graceHours of [-1, 169, 1.5, 'x']) {
      expect(await rotate(key._id, { graceHours })).to.deep.include({ status: 422, fields: ['graceHours'] })
    }
  })

  it('are rotated once by several requests at the same moment, and not after their expiry', async () => {
    const { key } = await createApiKey({ projectId })
    const answers = await Promise.all([1, 2, 3, 4].map(() => rotate(key._id)))
    const done = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 409)).to.have.length(4 - done.length)
    const works = await Promise.all(done.map(({ body }) => statusOf(body.data.secret)))
    expect(works.filter((status) => status === 200)).to.have.length(1)
    const over = await createApiKey({ projectId, expiresAt: new Date(Date.now() - 1) })
    expect(await rotate(over.key._id)).to.include({ status: 409, code: 'CONFLICT' })
  })

  it('are read together with the project by one command, and their use is recorded once a minute', async () => {
    const { key, secret } = await createApiKey({ projectId })
    const used = async () => (await list())[0].lastUsedAt
    expect(await used()).to.equal(null)
    expect(await commandsOf(async () => void (await statusOf(secret)))).to.include('aggregate api_keys')
    const noted = await eventually(used, (at) => at !== null)
    expect(Date.now() - Date.parse(noted)).to.be.within(-1_000, 60_000)
    const again = await commandsOf(async () => {
      for (let n = 0; n < 5; n += 1) expect(await statusOf(secret)).to.equal(200)
    })
    expect(again).not.to.include('update api_keys')
    expect(again).not.to.include('find projects')
    expect(await used()).to.equal(noted)
    expect((await ApiKey.findById(key._id).orFail().lean()).lastUsedAt?.toISOString()).to.equal(noted)
  })

  it('exist beside the pair, whose uses are recorded once an hour and start anew with other keys', async () => {
    const shown = async () => {
      const [{ public: publicKey, secret, publicLastUsedAt, secretLastUsedAt }] = (
        await one.signedIn(owner).get('/users/@me/projects')
      ).body
      return { publicKey, secret, uses: [publicLastUsedAt, secretLastUsedAt] }
    }
    const replaced = await one.signedIn(owner).post(`/users/@me/projects/${projectId}/regenerate-keys`)
    expect(replaced.status).to.equal(200)
    const { secret, publicKey, uses } = await shown()
    expect(uses).to.deep.equal([null, null])
    expect(await statusOf(secret)).to.equal(200)
    const [, usedAt] = (await eventually(shown, ({ uses: [, at] }) => at !== null)).uses
    expect(Date.now() - Date.parse(usedAt)).to.be.within(-1_000, 60_000)
    const again = await commandsOf(async () => void (await statusOf(secret)))
    expect(again).not.to.include('update projects')
    await one.as(publicKey).post('/v1/track', { email: 'ada@example.com', event: 'seen' })
    await eventually(shown, ({ uses: [at] }) => at !== null)
  })

  it('are found and listed by an index, however many keys there are', async () => {
    const { id: elsewhere } = await createProject()
    await Promise.all(Array.from({ length: 40 }, () => createApiKey({ projectId: elsewhere })))
    const { secret } = await createApiKey({ projectId })
    const operations = await expectIndexed('api_keys', async () => {
      expect(await statusOf(secret)).to.equal(200)
      expect(await list()).to.have.length(1)
    })
    for (const { docsExamined = 0 } of operations) expect(docsExamined).to.be.below(SLACK)
  })

  it('send only from their domains, also with a template, and otherwise nothing is stored', async () => {
    const { secret } = await createApiKey({ projectId, scope: 'send', domains: ['example.com', 'xn--bcher-kva.test'] })
    const template = await createTemplate({ projectId, from: 'news@other.test' })
    const send = (body: object): Promise<ClientResponse> => one.as(secret).post('/v1/send', body)
    for (const [body, domain] of [
      [mail('news@other.test'), 'other.test'],
      [mail('news@sub.example.com'), 'sub.example.com'],
      [{ to: 'ada@example.com', template: template._id }, 'other.test'],
    ] as const) {
      const res = await send(body)
      expect(res).to.include({ status: 403, code: 'FORBIDDEN' })
      expect(res.details).to.deep.include({ reason: 'SENDER_DOMAIN', field: 'from', domain })
    }
    expect(one.entries).to.deep.equal([])
    for (const from of ['news@example.com', 'news@EXAMPLE.com', 'news@b\u00fccher.test']) {
      expect((await send(mail(from))).status, from).to.equal(200)
    }
    const { secret: free } = await createApiKey({ projectId, scope: 'send' })
    expect((await one.as(free).post('/v1/send', mail('news@other.test'))).status).to.equal(200)
    const event = { name: 'bought', email: 'ada@example.com' }
    expect((await one.as(secret).post('/events/track', event)).status).to.equal(201)
  })

  it('end with the project, and stay when the pair of keys is replaced', async () => {
    const { secret } = await createApiKey({ projectId })
    await replaceKeys(await Project.findById(projectId).orFail().lean(), ENCRYPTION_KEYS)
    expect(await everywhere(secret)).to.deep.equal([200, 200])
    expect((await one.signedIn(owner).delete(`/users/@me/projects/${projectId}`)).status).to.equal(202)
    expect(await everywhere(secret)).to.deep.equal([401, 401])
    expect(await ApiKey.countDocuments({ projectId })).to.equal(0)
  })

  it('end when the owner of an address claims the account, and none is made by an earlier request', async () => {
    const email = 'victim@corp.example'
    const attacker = await createMember({ projectId, role: 'OWNER' }, { email, emailVerified: false })
    const { secret } = await createApiKey({ projectId })
    const seen = await Project.findById(projectId).orFail().lean()
    const claim = { userId: attacker._id, email, passwordHash: null, encryptionKeys: ENCRYPTION_KEYS }
    await inTransaction((session) => claimAccount(claim, session))
    const wanted = { name: 'Late', scope: 'full' as const, domains: null, expiresAt: null, createdBy: newId() }
    const late = await createKey(seen, wanted).catch(({ code }: { code: string }) => code)
    expect(late).to.equal('CONFLICT')
    await eventually(() => everywhere(secret), areRefused)
    expect(await ApiKey.countDocuments({ projectId })).to.equal(0)
  })
})
