import { expect } from 'chai'
import { setQuotas } from '../../../../commands/base/quotas/limits.js'
import { DkimKey, Member, SenderDomain } from '../../../support/models.js'
import { quotas } from '../../../../runtime/config/quotas.js'
import { createProject, createUser } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import type { HttpClient } from '../../../support/http-client.js'

const LIMIT = 2

describe('sender domains of an owner that were never verified', () => {
  const gateway = useGateway({ EMAIL_PROVIDER: 'log' })
  let count = 0
  beforeEach(() => setQuotas({ ...quotas.parse({}), QUOTA_DOMAINS: LIMIT }))
  afterEach(() => setQuotas(quotas.parse({})))

  const projectOf = async (userId: string | null): Promise<HttpClient> => {
    const { id: projectId, secretKey } = await createProject()
    if (userId !== null) await Member.create({ projectId, userId, role: 'OWNER' })
    return gateway.as(secretKey)
  }
  const add = (client: HttpClient) => client.post('/domains', { domain: `owned${(count += 1)}.example.org` })

  it('are limited to the quota of one project, over all projects together and at the same moment', async () => {
    const { _id } = await createUser()
    const projects = await Promise.all([projectOf(_id), projectOf(_id), projectOf(_id)])
    const answers = await Promise.all([...projects, ...projects].map(add))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).to.have.lengthOf(projects.length * 2 - LIMIT)
    expect(await DkimKey.countDocuments({ domain: /^owned\d/ })).to.equal(LIMIT)
    for (const { status, body } of refused) {
      expect(status).to.equal(422)
      const details = { quota: 'domains', limit: LIMIT, used: LIMIT }
      expect(body.error).to.deep.include({ code: 'QUOTA_EXCEEDED', details })
    }

    const [stored] = answers.flatMap(({ status, body }) => (status === 201 ? [body.id as string] : []))
    await SenderDomain.updateOne({ _id: stored }, { firstVerifiedAt: new Date() })
    const further = await Promise.all(projects.map(add))
    expect(further.filter(({ status }) => status === 201)).to.have.lengthOf(1)
  })

  it('do not count for another owner, for projects that the user only joined, or without an owner', async () => {
    const [mine, theirs] = [await createUser(), await createUser()]
    const full = await projectOf(mine._id)
    for (let n = 0; n < LIMIT; n += 1) expect((await add(full)).status).to.equal(201)
    expect((await add(await projectOf(mine._id))).status).to.equal(422)
    const { id: joined, secretKey } = await createProject()
    await Member.create([
      { projectId: joined, userId: mine._id, role: 'ADMIN' },
      { projectId: joined, userId: theirs._id, role: 'OWNER' },
    ])
    expect((await add(gateway.as(secretKey))).status).to.equal(201)
    const [one, two] = [await projectOf(null), await projectOf(null)]
    for (const client of [one, two, one, two]) expect((await add(client)).status).to.equal(201)
  })
})
