import { expect } from 'chai'
import { CAMPAIGN_COUNTERS, CAMPAIGN_STATUSES, type CampaignRecord } from '../../../../models/campaign.js'
import { Segment } from '../../../support/models.js'
import { only } from '../../../support/conditions.js'
import { createCampaign, createContact, createSegment } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { IS_PRO } from '../../../support/segments.js'

describe('POST /campaigns/:id/duplicate', () => {
  const { project, client } = useProject()

  const duplicate = ({ _id }: { _id: string }) => client.post(`/campaigns/${_id}/duplicate`)

  for (const status of CAMPAIGN_STATUSES) {
    it(`copies a campaign that is ${status} as a draft that was never sent`, async () => {
      await createContact({ projectId: project.id })
      const was = new Date('2026-01-01T00:00:00.000Z')
      const counters = Object.fromEntries(CAMPAIGN_COUNTERS.map((counter) => [counter, 5]))
      const dates = { scheduledFor: was, startedAt: was, frozenAt: was, pausedAt: was, sentAt: was, createdAt: was }
      const freeze = { after: 'x', last: 'x', batches: 2, recipients: 9 }
      const history = { ...counters, ...dates, totalRecipients: 9, contentId: 'x', freeze, pausedMs: 7 }
      const original = await createCampaign({
        projectId: project.id,
        status,
        name: 'Spring',
        description: 'For all',
        fromName: 'Ada',
        replyTo: 'help@example.com',
        type: 'HEADLESS',
        audienceType: 'FILTERED',
        audienceCondition: IS_PRO,
        ...history,
      })
      const before = (await client.get(`/campaigns/${original._id}`)).body.data
      const res = await duplicate(original)
      expect(res.status).to.equal(201)
      expect(res.body.success).to.equal(true)
      const { id, createdAt, updatedAt, ...rest } = res.body.data
      const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...same } = before
      expect(rest).to.deep.equal({
        ...same,
        ...Object.fromEntries(CAMPAIGN_COUNTERS.map((counter) => [counter, 0])),
        name: 'Spring (Copy)',
        status: 'DRAFT',
        totalRecipients: 0,
        scheduledFor: null,
        pausedAt: null,
        sentAt: null,
      })
      expect(Date.parse(createdAt)).to.equal(Date.parse(updatedAt))
      expect(createdAt).to.not.equal(before.createdAt)
      expect(id).to.not.equal(original._id)
      expect((await client.get(`/campaigns/${original._id}`)).body.data).to.deep.equal(before)
      expect((await client.post(`/campaigns/${id}/test`, { email: 'ada@example.com' })).status).to.equal(200)
    })
  }

  it('estimates the audience as it is now', async () => {
    const original = await createCampaign({ projectId: project.id, totalRecipients: 9 })
    for (const subscribed of [true, true, false]) await createContact({ projectId: project.id, subscribed })
    expect((await duplicate(original)).body.data.totalRecipients).to.equal(2)
  })

  it('names a copy of a copy, and keeps the name within its limit', async () => {
    const first = await duplicate(await createCampaign({ projectId: project.id, name: 'Spring (Copy)' }))
    expect(first.body.data.name).to.equal('Spring (Copy) (Copy)')
    const long = await duplicate(await createCampaign({ projectId: project.id, name: 'x'.repeat(255) }))
    expect(long.body.data.name).to.equal(`${'x'.repeat(248)} (Copy)`)
    const { id, name } = long.body.data
    expect((await client.put(`/campaigns/${id}`, { name })).status).to.equal(200)
  })

  it('prevents the deletion of its segment, or shows the name of a deleted one, and never mails all contacts instead', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id: segmentId } = await createSegment({ projectId: project.id })
      const original = await createCampaign({
        projectId: project.id,
        status: 'SENT',
        audienceType: 'SEGMENT',
        segmentId,
      })
      const [copied, deleted] = await Promise.all([duplicate(original), client.delete(`/segments/${segmentId}`)])
      expect(copied.status).to.equal(201)
      expect(copied.body.data).to.include({ audienceType: 'SEGMENT', segmentId, totalRecipients: 0 })
      const isThere = (await Segment.exists({ _id: segmentId })) !== null
      expect(deleted.status).to.be.oneOf(isThere ? [409] : [204])
    }
  })

  const GONE = '01890000-0000-7000-8000-000000000000'
  const memberOfGone = { field: `segment.${GONE}`, operator: 'memberOfSegment' as const }
  const isProOrMember = { ...IS_PRO, logic: 'OR' as const, groups: [...IS_PRO.groups, { filters: [memberOfGone] }] }
  const openedGone = only({ field: `campaign.${GONE}`, operator: 'opened' })
  const NAMING_GONE: [what: string, resource: string, audience: Partial<CampaignRecord>][] = [
    ['the segment', 'segment', { audienceType: 'SEGMENT', segmentId: GONE }],
    ['a segment in the condition', 'segment', { audienceType: 'FILTERED', audienceCondition: isProOrMember }],
    ['a campaign in the condition', 'campaign', { audienceType: 'FILTERED', audienceCondition: openedGone }],
  ]
  for (const [what, resource, audience] of NAMING_GONE) {
    it(`reports that ${what} of a copy is gone as soon as it is requested`, async () => {
      await createContact({ projectId: project.id, data: { plan: 'pro' } })
      const original = await createCampaign({ projectId: project.id, status: 'SENT', ...audience })
      const { id } = (await duplicate(original)).body.data
      const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
      for (const res of [
        await client.post(`/campaigns/${id}/send`, {}),
        await client.post(`/campaigns/${id}/send`, { scheduledFor }),
        await client.get(`/campaigns/${id}/audience`),
      ]) {
        expect(res).to.deep.include({ status: 404, details: { resource, id: GONE } })
      }
      expect((await client.put(`/campaigns/${id}`, { name: 'Renamed' })).status).to.equal(200)
      expect((await client.put(`/campaigns/${id}`, { audienceType: 'ALL' })).status).to.equal(200)
    })
  }
})
