import { expect } from 'chai'
import { quotaLimits, setQuotas } from '../../../commands/quotas/limits.js'
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
import type { HttpClient } from '../../support/http-client.js'
import { useProject } from '../../support/project.js'

const CREATIONS: Record<
  string,
  { quota: string; create: (client: HttpClient, n: number) => ReturnType<HttpClient['post']> }
> = {
  'POST /templates': {
    quota: 'templates',
    create: (client, n) => client.post('/templates', { name: `T${n}`, subject: 'S', body: 'B', from: 'a@example.com' }),
  },
  'POST /segments': {
    quota: 'segments',
    create: (client, n) => client.post('/segments', { name: `S${n}`, type: 'STATIC' }),
  },
  'POST /workflows': {
    quota: 'workflows',
    create: (client, n) => client.post('/workflows', { name: `W${n}`, eventName: 'seen' }),
  },
  'POST /contacts/bulk-subscribe': {
    quota: 'jobs',
    create: async (client) => client.post('/contacts/bulk-subscribe', { mode: 'query', filter: {} }),
  },
}

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

  for (const [name, { quota, create }] of Object.entries(CREATIONS)) {
    it(`refuse ${name} above the quota with 422, also for requests at the same moment`, async () => {
      allow(3)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(client, n)))
      const refused = answers.filter(({ status }) => status >= 400)
      expect(answers.length - refused.length).to.equal(3)
      for (const { status, body } of refused) {
        expect(status).to.equal(422)
        expect(body.error).to.deep.include({ code: 'QUOTA_EXCEEDED', details: { quota, limit: 3, used: 3 } })
        expect(body.error.suggestion).to.be.a('string')
      }
    })
  }

  it('include copies', async () => {
    allow(1)
    const scope = { projectId: project.id }
    const [template, workflow] = [await createTemplate(scope), await createWorkflow(scope)]
    for (const path of [`/templates/${template._id}/duplicate`, `/workflows/${workflow._id}/duplicate`]) {
      const { status, body } = await client.post(path)
      expect([status, body.error.code], path).to.deep.equal([422, 'QUOTA_EXCEEDED'])
    }
  })

  it('have room again after a deletion', async () => {
    allow(1)
    const template = await createTemplate({ projectId: project.id })
    const create = CREATIONS['POST /templates']!.create
    expect((await create(client, 1)).status).to.equal(422)
    await client.delete(`/templates/${template._id}`)
    expect((await create(client, 2)).status).to.equal(201)
  })

  it('are unlimited with 0', async () => {
    allow(0)
    for (const { create } of Object.values(CREATIONS)) expect((await create(client, 1)).status).to.be.below(300)
  })

  it('are not used up by other projects', async () => {
    allow(1)
    await createTemplate({ projectId: (await createProject()).id })
    expect((await CREATIONS['POST /templates']!.create(client, 1)).status).to.equal(201)
  })

  it('do not refuse a contact that is deleted, however many jobs are pending', async () => {
    allow(1)
    await CREATIONS['POST /contacts/bulk-subscribe']!.create(client, 1)
    const { _id } = await createContact({ projectId: project.id })
    expect((await client.delete(`/contacts/${_id}`)).status).to.equal(204)
  })

  describe('GET /projects/:id/quotas', () => {
    it('shows members each limit and how much of it is used', async () => {
      await createTemplate({ projectId: project.id })
      await createSegment({ projectId: project.id })
      const member = gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }))
      const { status, body } = await member.get(`/projects/${project.id}/quotas`)
      expect(status).to.equal(200)
      expect(Object.keys(body.data).sort()).to.deep.equal([...QUOTA_KINDS].sort())
      expect(body.data).to.deep.include({
        templates: { limit: 5_000, used: 1 },
        segments: { limit: 500, used: 1 },
        workflows: { limit: 500, used: 0 },
        domains: { limit: 20, used: 0 },
        uploads: { limit: 1_073_741_824, used: 0 },
      })
    })

    it('shows null where there is no quota', async () => {
      allow(0)
      expect(quotaLimits().templates).to.equal(null)
      const member = gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }))
      const { body } = await member.get(`/projects/${project.id}/quotas`)
      expect(body.data.templates).to.deep.equal({ limit: null, used: 0 })
    })
  })
})
