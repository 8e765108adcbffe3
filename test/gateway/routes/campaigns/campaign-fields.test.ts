import { expect } from 'chai'
import { Campaign, Segment, Workflow } from '../../../support/models.js'
import { only } from '../../../support/conditions.js'
import { createCampaign, createSegment, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { useProject } from '../../../support/project.js'

const opened = (id: string) => only({ field: `campaign.${id}`, operator: 'opened' })
const message = { name: 'Again', subject: 'News', body: '<p>News</p>', from: 'news@example.com' }
const draft = (audienceCondition: object) => ({ ...message, audienceType: 'FILTERED', audienceCondition })

describe('a condition that names a campaign', () => {
  const { project, client } = useProject()
  const create = (fields: object = {}) => createCampaign({ projectId: project.id, status: 'SENT', ...fields })
  const trigger = (condition: object) => ({ eventName: 'paid', filter: condition })

  it('can be stored in segments, audiences, steps and triggers', async () => {
    const { _id: id } = await create()
    for (const operator of ['received', 'notReceived', 'opened', 'notOpened', 'clicked', 'notClicked']) {
      const condition = only({ field: `campaign.${id}`, operator } as never)
      const body = { name: operator, condition, trackMembership: operator === 'notOpened' }
      const segment = await client.post('/segments', body)
      expect(segment.body, JSON.stringify(segment.body)).to.deep.include({ condition })
      const campaign = (await client.post('/campaigns', draft(condition))).body.data
      expect(campaign).to.deep.include({ audienceCondition: condition })
      const { _id } = await createWorkflow({ projectId: project.id, enabled: false })
      const step = { type: 'CONDITION', name: 'Did it?', config: { field: ` campaign.${id} `, operator } }
      expect((await client.post(`/workflows/${_id}/steps`, step)).body.config.field).to.equal(`campaign.${id}`)
      const changed = await client.patch(`/workflows/${_id}`, { triggerConfig: trigger(condition), enabled: true })
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    }
  })

  it('accepts no value, no other operator, and no invalid id', async () => {
    const { _id: id } = await create()
    const post = (filter: object) => client.post('/segments', { name: 'A', condition: only(filter as never) })
    const valued = await post({ field: `campaign.${id}`, operator: 'opened', value: 5, unit: 'days' })
    expect(valued.body.condition).to.deep.equal(opened(id))
    for (const [field, operator, fault] of [
      [`campaign.${id}`, 'triggered', 'operator invalid_enum_value'],
      ['campaign.spring', 'opened', 'field custom'],
      ['email.opened', 'opened', 'operator invalid_enum_value'],
    ])
      expect((await post({ field, operator })).faults).to.deep.equal([`condition.groups.0.filters.0.${fault}`])
  })

  it('prevents the deletion of the campaign while a segment, an audience or an enabled workflow has it', async () => {
    const { _id: id } = await create({ status: 'CANCELLED' })
    const remove = () => client.delete(`/campaigns/${id}`)
    const inUse = { status: 409, code: 'CONFLICT' }
    const named = ({ _id, name }: { _id: string; name: string }) => ({ id: _id, name })

    const segment = await createSegment({ projectId: project.id, condition: opened(id) })
    const audience = { audienceType: 'FILTERED', audienceCondition: opened(id) }
    const campaign = await create({ status: 'SCHEDULED', ...audience })
    await create({ status: 'SENT', ...audience })
    const steps = [makeStep('CONDITION', { config: { field: `campaign.${id}`, operator: 'opened' } })]
    const workflow = await createWorkflow({ projectId: project.id, steps })
    const started = await createWorkflow({ projectId: project.id, triggerConfig: trigger(opened(id)) as never })
    await createWorkflow({ projectId: project.id, enabled: false, steps })

    const refused = await remove()
    expect(refused).to.deep.include(inUse)
    expect(refused.details).to.deep.include({ segments: [named(segment)], campaigns: [named(campaign)] })
    const { workflows } = refused.details as Record<string, unknown>
    expect(workflows).to.have.deep.members([named(workflow), named(started)])
    await Segment.deleteOne({ _id: segment._id })
    expect(await remove()).to.deep.include(inUse)
    await Workflow.updateMany({ projectId: project.id }, { $set: { enabled: false } })
    expect((await remove()).details).to.deep.equal({ campaigns: [named(campaign)] })
    await Campaign.updateOne({ _id: campaign._id }, { $set: { status: 'CANCELLED' } })
    expect(await remove()).to.deep.include({ status: 200, body: { success: true } })
    expect((await client.get(`/campaigns/${id}`)).status).to.equal(404)
  })

  it('allows either a segment or an enabled workflow with it, or the deletion at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [{ _id: id }, { _id: other }] = [await create(), await create()]
      const steps = [makeStep('CONDITION', { config: { field: `campaign.${other}`, operator: 'opened' } })]
      const { _id } = await createWorkflow({ projectId: project.id, enabled: false, steps })
      for (const [named, success, refer] of [
        [id, 201, () => client.post('/segments', { name: `Round ${round}`, condition: opened(id) })],
        [other, 200, () => client.patch(`/workflows/${_id}`, { enabled: true })],
      ] as const) {
        const [referred, removed] = await Promise.all([refer(), client.delete(`/campaigns/${named}`)])
        const isThere = (await Campaign.exists({ _id: named })) !== null
        expect([referred.status, removed.status]).to.deep.equal(isThere ? [success, 409] : [422, 200])
      }
    }
  })
})
