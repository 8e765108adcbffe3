import { expect } from 'chai'
import { Campaign } from '../../../support/models.js'
import type { CampaignRecord } from '../../../../models/campaign.js'
import { only } from '../../../support/conditions.js'
import { createCampaign, createContact, createSegment } from '../../../support/factories.js'
import { MESSAGE_PATCH_FAULTS } from '../../../support/message-faults.js'
import { useProject } from '../../../support/project.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'

const memberOf = (id: string) => only({ field: `segment.${id}`, operator: 'memberOfSegment' })

describe('PUT /campaigns/:id', () => {
  const { project, client } = useProject()

  const campaign = (fields: Partial<CampaignRecord> = {}) => createCampaign({ projectId: project.id, ...fields })
  const put = ({ _id }: CampaignRecord, body: object) => client.put(`/campaigns/${_id}`, body)

  it('replaces the fields that are sent and keeps the others, also the estimate of the audience', async () => {
    const kept = { replyTo: 'help@example.com', totalRecipients: 41 }
    const draft = await campaign({ description: 'Old', fromName: 'Ada', ...kept })
    const before = (await client.get(`/campaigns/${draft._id}`)).body.data
    const res = await put(draft, { subject: 'New', description: null, fromName: '', sentCount: 7, status: 'SENT' })
    expect(res.status).to.equal(200)
    const changed = { subject: 'New', description: null, fromName: null }
    const data = { ...before, ...changed, updatedAt: res.body.data.updatedAt }
    expect(res.body).to.deep.equal({ success: true, data })
    expect(res.body.data.updatedAt).to.not.equal(before.updatedAt)
    expect((await client.get(`/campaigns/${draft._id}`)).body).to.deep.equal(res.body)
    expect((await put(draft, {})).body).to.deep.equal(res.body)
  })

  it('accepts the whole campaign as it was returned', async () => {
    const draft = await campaign({ audienceType: 'FILTERED', audienceCondition: IS_PRO })
    const { data } = (await client.get(`/campaigns/${draft._id}`)).body
    const res = await put(draft, { ...data, name: 'Renamed' })
    expect(res.body.data).to.deep.equal({ ...data, name: 'Renamed', updatedAt: res.body.data.updatedAt })
  })

  it('changes a scheduled campaign and leaves it scheduled', async () => {
    const scheduledFor = new Date(Date.now() + 3_600_000)
    const scheduled = await campaign({ status: 'SCHEDULED', scheduledFor })
    const res = await put(scheduled, { subject: 'New', scheduledFor: null })
    expect(res.body.data).to.include({ status: 'SCHEDULED', subject: 'New', scheduledFor: scheduledFor.toISOString() })
  })

  it('answers 409 for a campaign that has begun or ended, and changes nothing', async () => {
    for (const status of ['SENDING', 'SENT', 'CANCELLED'] as const) {
      const begun = await campaign({ status })
      const moved = { scheduledFor: '2900-02-01T10:00:00.000Z' }
      for (const body of [{ subject: 'New' }, {}, { from: 'a@unverified.org' }, moved]) {
        expect(await put(begun, body)).to.deep.include({ status: 409, code: 'CONFLICT', details: { status } })
      }
      expect(await Campaign.findById(begun._id).lean()).to.deep.equal(begun)
    }
  })

  describe('the audience', () => {
    it('can change its type, and is estimated again', async () => {
      await createContactsOn(project.id, ['pro', 'free', 'free'])
      await createContact({ projectId: project.id, subscribed: false })
      const draft = await campaign()
      const condition = only({ field: 'data.plan', operator: 'equals', value: 'free' })
      const { _id: segmentId } = await createSegment({ projectId: project.id, condition })
      const none = { segmentId: null, audienceCondition: null }
      const changes: [change: object, totalRecipients: number, rest: object][] = [
        [{ audienceType: 'SEGMENT', segmentId }, 2, { audienceCondition: null }],
        [{ audienceType: 'FILTERED', audienceCondition: IS_PRO }, 1, { segmentId: null }],
        [{ audienceCondition: memberOf(segmentId) }, 2, {}],
        [{ audienceType: 'ALL' }, 3, none],
        [{ type: 'TRANSACTIONAL' }, 4, none],
      ]
      for (const [change, totalRecipients, rest] of changes)
        expect((await put(draft, change)).body.data).to.deep.include({ ...change, totalRecipients, ...rest })
    })

    it('is checked as a whole: the request and the campaign together have all fields of the new type', async () => {
      const { _id: segmentId } = await createSegment({ projectId: project.id })
      const toSegment = await campaign({ audienceType: 'SEGMENT', segmentId })
      expect((await put(toSegment, { audienceType: 'SEGMENT', name: 'B' })).body.data).to.include({ segmentId })
      expect((await put(toSegment, { segmentId: null })).faults).to.deep.equal(['segmentId required'])
      expect((await put(toSegment, { audienceType: 'FILTERED' })).faults).to.deep.equal(['audienceCondition required'])
      const toAll = await campaign()
      expect((await put(toAll, { audienceType: 'SEGMENT' })).faults).to.deep.equal(['segmentId required'])
      const toSome = await campaign({ audienceType: 'FILTERED', audienceCondition: IS_PRO })
      expect((await put(toSome, { audienceType: 'FILTERED' })).body.data.audienceCondition).to.deep.equal(IS_PRO)
      expect((await put(toSome, { audienceCondition: null })).status).to.equal(422)
      expect(await Campaign.findById(toSegment._id).lean()).to.include({ audienceType: 'SEGMENT', segmentId })
    })

    it('releases its former segment', async () => {
      const { _id: segmentId } = await createSegment({ projectId: project.id })
      const draft = await campaign({ audienceType: 'SEGMENT', segmentId })
      expect((await client.delete(`/segments/${segmentId}`)).status).to.equal(409)
      await put(draft, { audienceType: 'ALL' })
      expect((await client.delete(`/segments/${segmentId}`)).status).to.equal(204)
    })
  })

  const INVALID: [body: object, field: string, code: string][] = [
    [{ audienceType: null }, 'audienceType', 'invalid_enum_value'],
    [{ audienceCondition: { logic: 'AND', groups: [{}] } }, 'audienceCondition.groups.0', 'too_small'],
  ]
  it('answers 422 on the invalid field, 403 for a sender whose domain is not verified, and changes nothing', async () => {
    const draft = await campaign()
    for (const [body, field, code] of [...MESSAGE_PATCH_FAULTS, ...INVALID]) {
      const res = await put(draft, { fromName: 'Changed', ...body })
      expect(res, JSON.stringify(res.body)).to.deep.include({ status: 422, faults: [`${field} ${code}`] })
    }
    const details = { reason: 'DOMAIN_NOT_VERIFIED', domain: 'unverified.org' }
    const unverified = { status: 403, code: 'FORBIDDEN', details }
    expect(await put(draft, { from: 'a@unverified.org' })).to.deep.include(unverified)
    expect(await Campaign.findById(draft._id).lean()).to.deep.equal(draft)
  })

  it('merges simultaneous changes, field by field', async () => {
    const draft = await campaign()
    const changes = [{ name: 'A' }, { subject: 'B' }, { body: 'C' }, { description: 'D' }, { type: 'TRANSACTIONAL' }]
    const answers = await Promise.all(changes.map((change) => put(draft, change)))
    expect(answers.map(({ status }) => status)).to.deep.equal(changes.map(() => 200))
    expect(await Campaign.findById(draft._id).lean()).to.include(Object.assign({}, ...changes))
  })

  it('never leaves an audience that is half of one change and half of another', async () => {
    const { _id: segmentId } = await createSegment({ projectId: project.id })
    for (let round = 0; round < 5; round += 1) {
      const draft = await campaign({ audienceType: 'SEGMENT', segmentId })
      await Promise.all([put(draft, { audienceType: 'ALL' }), put(draft, { segmentId }), put(draft, { name: 'B' })])
      expect(await Campaign.findById(draft._id).lean()).to.deep.include({ audienceType: 'ALL', segmentId: null })
    }
  })
})
