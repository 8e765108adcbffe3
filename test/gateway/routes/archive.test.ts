import { expect } from 'chai'
import { Campaign } from '../../support/models.js'
import {
  createCampaign,
  createContact,
  createProject,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { operationsOf } from '../../support/profiled.js'
import { useProject } from '../../support/project.js'
import { newId } from '../../../runtime/ids.js'

interface Listed {
  name: string
  archived: boolean
}

interface Result {
  id: string
  error: { code: string; message: string; details?: Record<string, unknown> } | null
}

describe('archiving', () => {
  const { project, client } = useProject()
  const campaign = (fields: object = {}) => createCampaign({ projectId: project.id, ...fields })
  const template = (fields: object = {}) => createTemplate({ projectId: project.id, ...fields })
  const workflow = (fields: object = {}) => createWorkflow({ projectId: project.id, enabled: false, ...fields })

  const listed = async (path: string): Promise<string[]> => {
    const { body } = await client.get(path)
    expect(body.total).to.equal(body.data.length)
    return body.data.map(({ name, archived }: Listed) => (archived ? `${name} (archived)` : name))
  }

  it('takes a record out of its list, into that of the archived ones, and back, with everything else as it was', async () => {
    const records = { campaigns: campaign, templates: template, workflows: workflow }
    for (const [resource, create] of Object.entries(records)) {
      const list = `/${resource}?sort=name&dir=asc`
      await create({ name: 'Other' })
      const { _id } = await create({ name: 'Seasonal' })
      const path = `/${resource}/${_id}`
      const change = (archived: boolean) =>
        resource === 'campaigns' ? client.put(path, { archived }) : client.patch(path, { archived })
      const before = (await client.get(path)).body
      expect((await change(true)).status, resource).to.equal(200)
      expect(await listed(list)).to.deep.equal(['Other'])
      expect(await listed(`${list}&archived=false&search=e`)).to.deep.equal(['Other'])
      expect(await listed(`${list}&archived=true`)).to.deep.equal(['Seasonal (archived)'])
      expect((await change(true)).status, resource).to.equal(200)
      expect((await change(false)).status, resource).to.equal(200)
      expect(await listed(list)).to.deep.equal(['Other', 'Seasonal'])
      const after = (await client.get(path)).body
      expect(after.data ?? after).to.deep.equal(before.data ?? before)
      expect(await client.get(`/${resource}?archived=1`)).to.include({ status: 400 })
    }
  })

  it('takes a campaign that is a draft or over, and refuses one that is scheduled, being sent or paused', async () => {
    const archive = async (fields: object) =>
      client.put(`/campaigns/${(await campaign(fields))._id}`, { archived: true })
    for (const status of ['DRAFT', 'SENT', 'CANCELLED'])
      expect((await archive({ status })).status, status).to.equal(200)
    const scheduledFor = new Date('2900-01-01T00:00:00Z')
    for (const [fields, state] of [
      [{ status: 'SCHEDULED', scheduledFor }, 'SCHEDULED'],
      [{ status: 'SENDING' }, 'SENDING'],
      [{ status: 'SENDING', pausedAt: new Date() }, 'paused'],
    ] as const) {
      const res = await archive(fields)
      expect(res).to.include({ status: 409, code: 'CONFLICT' })
      expect(res.body.error.message).to.equal(`This campaign is ${state} and cannot be archived`)
    }
    const scheduled = await campaign({ status: 'SCHEDULED', scheduledFor })
    const both = await client.put(`/campaigns/${scheduled._id}`, { archived: true, subject: 'New' })
    expect(both.status).to.equal(409)
    const sent = await campaign({ status: 'SENT' })
    expect((await client.put(`/campaigns/${sent._id}`, { archived: true, subject: 'New' })).status).to.equal(409)
  })

  it('keeps an archived campaign from being sent or scheduled until it is restored', async () => {
    await createContact({ projectId: project.id })
    const { _id } = await campaign({ audienceType: 'ALL', archived: true })
    const send = (body: object) => client.post(`/campaigns/${_id}/send`, body)
    for (const body of [{}, { scheduledFor: '2900-01-01T00:00:00Z' }]) {
      const res = await send(body)
      expect(res).to.include({ status: 409, code: 'CONFLICT' })
      expect(res.details).to.deep.equal({ status: 'DRAFT', reason: 'archived' })
    }
    expect((await client.put(`/campaigns/${_id}`, { archived: false, subject: 'New' })).status).to.equal(200)
    expect((await send({})).status).to.equal(200)
  })

  it('takes only a disabled workflow, which is neither enabled nor started until it is restored', async () => {
    const { _id: contactId } = await createContact({ projectId: project.id })
    const { _id } = await workflow({ enabled: true, steps: [makeStep('EXIT')] })
    const path = `/workflows/${_id}`
    const refusals = [
      await client.patch(path, { archived: true }),
      (await client.patch(path, { archived: true, enabled: false })) && (await client.patch(path, { enabled: true })),
      await client.post(`${path}/executions`, { contactId }),
    ]
    expect(refusals.map(({ status }) => status)).to.deep.equal([409, 409, 409])
    expect(refusals.map(({ body }) => body.error?.details?.reason)).to.deep.equal(['enabled', 'archived', 'archived'])
    expect((await client.get(path)).body).to.include({ enabled: false, archived: true })
    expect((await client.patch(path, { archived: false, enabled: true })).status).to.equal(200)
    expect((await client.post(`${path}/executions`, { contactId })).status).to.equal(201)
  })

  it('lets an archived template be sent', async () => {
    const { _id } = await template({ archived: true, type: 'TRANSACTIONAL' })
    expect((await client.post('/v1/send', { to: 'ada@example.com', template: _id })).status).to.equal(200)
    expect((await client.post(`/templates/${_id}/duplicate`)).body).to.include({ archived: false })
  })

  it('lets a project with many archived campaigns list the others by an index, in every order', async () => {
    const ARCHIVED = 300
    const draft = await campaign({ name: 'Kept', archived: true })
    const archived = Array.from({ length: ARCHIVED }, (_, n) => ({ ...draft, _id: newId(), name: `Old ${n}` }))
    await Campaign.collection.insertMany(archived as never)
    await Promise.all(['A', 'B', 'C'].map((name) => campaign({ name })))
    for (const query of ['', '?sort=name', '?sort=updatedAt&dir=asc', '?status=DRAFT']) {
      const operations = await operationsOf('campaigns', async () => {
        expect((await client.get(`/campaigns${query}`)).body).to.include({ total: 3 })
      })
      expect(operations.length).to.be.greaterThan(0)
      for (const { planSummary, docsExamined = 0, keysExamined = 0, hasSortStage = false } of operations) {
        const plan = { planSummary, docsExamined, keysExamined, hasSortStage }
        expect(docsExamined + keysExamined, JSON.stringify(plan)).to.be.below(20)
        expect(hasSortStage, JSON.stringify(plan)).to.equal(false)
      }
    }
  })
})

describe('bulk changes of campaigns, templates and workflows', () => {
  const { project, client } = useProject()

  const bulk = async (path: string, ids: string[]): Promise<Result[]> => {
    const res = await client.post(path, { ids })
    expect(res.status).to.equal(200)
    return (res.body.data ?? res.body).results
  }

  it('answer what happened to each record, with the reason for those that could not be changed', async () => {
    const { id: projectId } = project
    const foreign = await createCampaign({ projectId: (await createProject()).id })
    const [draft, sending] = [
      await createCampaign({ projectId }),
      await createCampaign({ projectId, status: 'SENDING' }),
    ]
    const ids = [draft._id, sending._id, foreign._id, 'nonsense']
    expect(await bulk('/campaigns/bulk-archive', ids)).to.deep.equal([
      { id: draft._id, error: null },
      {
        id: sending._id,
        error: {
          code: 'CONFLICT',
          message: 'This campaign is SENDING and cannot be archived',
          details: { status: 'SENDING' },
        },
      },
      ...[foreign._id, 'nonsense'].map((id) => ({
        id,
        error: { code: 'CAMPAIGN_NOT_FOUND', message: 'Campaign not found', details: { resource: 'campaign', id } },
      })),
    ])
    expect((await client.get(`/campaigns/${draft._id}`)).body.data).to.include({ archived: true })
    expect(await bulk('/campaigns/bulk-restore', [draft._id, draft._id])).to.deep.equal([
      { id: draft._id, error: null },
    ])
    expect((await client.get(`/campaigns/${draft._id}`)).body.data).to.include({ archived: false })
    const deleted = await bulk('/campaigns/bulk-delete', [draft._id, sending._id])
    expect(deleted.map(({ error }) => error?.code ?? null)).to.deep.equal([null, 'CONFLICT'])
    expect((await client.get(`/campaigns/${draft._id}`)).status).to.equal(404)
  })

  it('leave a template that a workflow sends and a workflow that is enabled as they are', async () => {
    const { id: projectId } = project
    const [used, unused] = [await createTemplate({ projectId }), await createTemplate({ projectId })]
    const step = makeStep('SEND_EMAIL', { templateId: used._id, config: { templateId: used._id } })
    const enabled = await createWorkflow({ projectId, name: 'Onboarding', steps: [step], enabled: true })
    const disabled = await createWorkflow({ projectId, enabled: false })
    const templates = [used._id, unused._id]
    expect((await bulk('/templates/bulk-archive', templates)).map(({ error }) => error)).to.deep.equal([null, null])
    expect((await bulk('/templates/bulk-restore', templates)).map(({ error }) => error)).to.deep.equal([null, null])
    const [refused, done] = await bulk('/templates/bulk-delete', templates)
    expect(done).to.deep.equal({ id: unused._id, error: null })
    expect(refused?.error).to.deep.include({ code: 'CONFLICT', message: 'The template is in use' })
    expect(refused?.error?.details).to.deep.equal({ workflows: [{ id: enabled._id, name: 'Onboarding' }] })
    const archived = await bulk('/workflows/bulk-archive', [enabled._id, disabled._id])
    expect(archived.map(({ error }) => error?.message ?? null)).to.deep.equal([
      'This workflow is enabled and cannot be archived',
      null,
    ])
    expect(await bulk('/workflows/bulk-restore', [disabled._id])).to.deep.equal([{ id: disabled._id, error: null }])
    expect(await bulk('/workflows/bulk-delete', [disabled._id])).to.deep.equal([{ id: disabled._id, error: null }])
    expect((await client.get(`/workflows/${disabled._id}`)).status).to.equal(404)
  })

  it('refuse none and more than a hundred ids', async () => {
    for (const ids of [[], Array.from({ length: 101 }, (_, n) => `${n}`)]) {
      expect(await client.post('/templates/bulk-archive', { ids })).to.deep.include({ status: 422, fields: ['ids'] })
    }
  })
})
