import { expect } from 'chai'
import mongoose from 'mongoose'
import { quotaLimits, setQuotas } from '../../../commands/base/quotas/limits.js'
import { QUOTA_KINDS } from '../../../models/domain/quotas.js'
import { quotas } from '../../../runtime/config/quotas.js'
import {
  createContact,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import { useProject } from '../../support/project.js'

const CREATIONS: [path: string, quota: string, body: (n: number) => object][] = [
  ['/templates', 'templates', (n) => ({ name: `T${n}`, subject: 'S', body: 'B', from: 'a@example.com' })],
  ['/segments', 'segments', (n) => ({ name: `S${n}`, type: 'STATIC' })],
  ['/workflows', 'workflows', (n) => ({ name: `W${n}`, eventName: 'seen' })],
  ['/contacts/bulk-subscribe', 'jobs', () => ({ mode: 'query', filter: {} })],
]

describe('the quotas of a project', () => {
  const { gateway, project, client } = useProject()
  const allow = (limit: number) =>
    setQuotas({
      ...quotas.parse({}),
      QUOTA_TEMPLATES: limit,
      QUOTA_SEGMENTS: limit,
      QUOTA_WORKFLOWS: limit,
      QUOTA_JOBS: limit,
    })
  afterEach(() => setQuotas(quotas.parse({})))

  const create = (path: string, n: number) => client.post(path, CREATIONS.find(([each]) => each === path)?.[2](n))
  const shown = async () => {
    const member = gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }))
    return (await member.get(`/projects/${project.id}/quotas`)).body.data
  }

  it('let creations at the same moment wait for each other, so that MongoDB aborts none', async () => {
    const aborted = async (): Promise<number> =>
      (await mongoose.connection.db?.admin().serverStatus())?.['transactions'].totalAborted
    const before = await aborted()
    for (const [path] of CREATIONS) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(path, n)))
      expect(answers.map(({ status }) => status).filter((status) => status > 202)).to.deep.equal([])
    }
    expect((await aborted()) - before).to.equal(0)
  })

  for (const [path, quota] of CREATIONS) {
    it(`refuse POST ${path} above the quota with 422, also for requests at the same moment`, async () => {
      allow(3)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(path, n)))
      const refused = answers.filter(({ status }) => status >= 400)
      expect(answers.length - refused.length).to.equal(3)
      for (const answer of refused) {
        expect(answer).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED', details: { quota, limit: 3, used: 3 } })
        expect(answer.body.error.suggestion).to.be.a('string')
      }
    })
  }

  it('include copies', async () => {
    allow(1)
    const scope = { projectId: project.id }
    const [template, workflow] = [await createTemplate(scope), await createWorkflow(scope)]
    for (const path of [`/templates/${template._id}/duplicate`, `/workflows/${workflow._id}/duplicate`]) {
      expect(await client.post(path), path).to.include({ status: 422, code: 'QUOTA_EXCEEDED' })
    }
  })

  it('have room again after a deletion, and are not used up by other projects', async () => {
    allow(1)
    await createTemplate({ projectId: (await createProject()).id })
    const { body } = await create('/templates', 1)
    expect((await create('/templates', 2)).status).to.equal(422)
    await client.delete(`/templates/${body.id}`)
    expect((await create('/templates', 3)).status).to.equal(201)
  })

  it('are unlimited with 0, and then shown as null', async () => {
    allow(0)
    for (const [path] of CREATIONS) expect((await create(path, 1)).status).to.be.below(300)
    expect(quotaLimits().templates).to.equal(null)
    expect((await shown()).templates).to.deep.equal({ limit: null, used: 1 })
  })

  it('do not refuse a contact that is deleted, however many jobs are pending', async () => {
    allow(1)
    await create('/contacts/bulk-subscribe', 1)
    const { _id } = await createContact({ projectId: project.id })
    expect((await client.delete(`/contacts/${_id}`)).status).to.equal(204)
  })

  it('are shown to members, each with its limit and how much of it is used', async () => {
    await createTemplate({ projectId: project.id })
    await createSegment({ projectId: project.id })
    const quotasOf = await shown()
    expect(Object.keys(quotasOf)).to.have.members([...QUOTA_KINDS])
    expect(quotasOf).to.deep.include({
      templates: { limit: 5_000, used: 1 },
      segments: { limit: 500, used: 1 },
      workflows: { limit: 500, used: 0 },
      domains: { limit: 20, used: 0 },
      uploads: { limit: 1_073_741_824, used: 0 },
    })
  })
})
