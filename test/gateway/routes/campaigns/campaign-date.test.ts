import { expect } from 'chai'
import { beginCampaign } from '../../../../commands/sending/campaigns/begin-campaign.js'
import { Campaign } from '../../../support/models.js'
import type { CampaignRecord } from '../../../../models/campaign.js'
import { Project } from '../../../../models/project.js'
import { createCampaign, createContact } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

const SOON = '2900-01-01T10:00:00.000Z'
const LATER = '2900-02-01T10:00:00.000Z'
const SEND = 'POST /campaigns/{id}/send'

describe('the date of a campaign', () => {
  const { gateway, project, client } = useProject()

  const scheduled = (fields: Partial<CampaignRecord> = {}) =>
    createCampaign({ projectId: project.id, status: 'SCHEDULED', scheduledFor: new Date(SOON), ...fields })
  const put = ({ _id }: CampaignRecord, body: object) => client.put(`/campaigns/${_id}`, body)
  const stored = ({ _id }: CampaignRecord) => Campaign.findById(_id).orFail().lean()
  const told = ({ _id }: CampaignRecord) => gateway.entries.filter(({ id }) => id === _id).length

  it('is in the time zone of the project when the text has no offset, in send and in PUT', async () => {
    await Project.updateOne({ _id: project.id }, { timezone: 'America/New_York' })
    const draft = await createCampaign({ projectId: project.id })
    const sent = await client.post(`/campaigns/${draft._id}/send`, { scheduledFor: '2900-07-01T09:00:00' })
    expect(sent.body.data.scheduledFor).to.equal('2900-07-01T13:00:00.000Z')
    const day = await client.post(`/campaigns/${draft._id}/send`, { scheduledFor: '2900-07-02' })
    expect(day.body.data.scheduledFor).to.equal('2900-07-02T04:00:00.000Z')
    const moved = await put(draft, { scheduledFor: '2900-07-03T09:00' })
    expect(moved.body.data.scheduledFor).to.equal('2900-07-03T13:00:00.000Z')
  })

  it('can be changed by PUT, with other fields or alone, and the running schedule is updated', async () => {
    const campaign = await scheduled()
    const res = await put(campaign, { scheduledFor: LATER })
    expect(res.status).to.equal(200)
    expect(res.body.data).to.include({ status: 'SCHEDULED', scheduledFor: LATER })
    expect(told(campaign)).to.equal(1)
    const record = await stored(campaign)
    expect(record.scheduledFor?.toISOString()).to.equal(LATER)
    expect(record.scheduledAt).to.be.instanceOf(Date)

    const both = await put(campaign, { scheduledFor: 'Fri, 1 Jan 2900 12:00:00 +0200', subject: 'New' })
    expect(both.body.data).to.include({ status: 'SCHEDULED', scheduledFor: SOON, subject: 'New' })
    expect(told(campaign)).to.equal(2)
  })

  it('is unchanged, and Temporal gets no signal, if PUT sends the same date, null or nothing', async () => {
    const campaign = await scheduled()
    const { data } = (await client.get(`/campaigns/${campaign._id}`)).body
    for (const body of [{ ...data, name: 'Renamed' }, { name: 'Again', scheduledFor: null }, { name: 'Last' }]) {
      const res = await put(campaign, body)
      expect(res.body.data, JSON.stringify(body)).to.include({ name: body.name, scheduledFor: SOON })
    }
    expect(told(campaign)).to.equal(0)
  })

  it('in the past makes a scheduled campaign begin', async () => {
    await createContact({ projectId: project.id })
    const campaign = await scheduled()
    expect((await put(campaign, { scheduledFor: '2020-01-01' })).status).to.equal(200)
    expect(told(campaign)).to.equal(1)
    const ref = { projectId: project.id, campaignId: campaign._id, retentionDays: 1 }
    expect(await beginCampaign(ref)).to.deep.equal({ state: 'sending' })
  })

  it('that is invalid is refused by PUT with its field, and changes nothing', async () => {
    const campaign = await scheduled()
    for (const bad of ['tomorrow 5', '1', '05/12/2026 09:00', '2900-02-30', '', 'Mon, 1 Jan 2900 10:00 GMT']) {
      const res = await put(campaign, { scheduledFor: bad, name: 'Changed' })
      expect([res.status, res.body.error.errors], bad).to.deep.equal([
        422,
        [{ field: 'scheduledFor', code: 'invalid_date', message: res.body.error.errors[0].message, received: bad }],
      ])
    }
    for (const bad of [5, {}, true])
      expect((await put(campaign, { scheduledFor: bad })).fields).to.deep.equal(['scheduledFor'])
    expect(await stored(campaign)).to.deep.equal(campaign)
    expect(told(campaign)).to.equal(0)
  })

  it('is refused for a draft, by PUT and by POST, with the request that schedules it', async () => {
    const draft = await createCampaign({ projectId: project.id })
    const { name, subject, body, from, audienceType } = draft
    const made = { name, subject, body, from, audienceType }
    const before = await Campaign.countDocuments({ projectId: project.id })
    for (const date of [SOON, '2020-01-01', '2900-07-01T09:00']) {
      for (const res of [
        await put(draft, { scheduledFor: date, name: 'Changed' }),
        await client.post('/campaigns', { ...made, scheduledFor: date }),
      ]) {
        expect([res.status, res.fields], JSON.stringify(res.body)).to.deep.equal([422, ['scheduledFor']])
        expect(res.body.error.errors[0].message).to.contain(SEND)
      }
    }
    for (const date of ['soon', '', 5, false]) {
      expect((await client.post('/campaigns', { ...made, scheduledFor: date })).fields).to.deep.equal(['scheduledFor'])
    }
    const several = await client.post('/campaigns', { ...made, subject: 5, scheduledFor: SOON })
    expect(several.fields.toSorted()).to.deep.equal(['scheduledFor', 'subject'])
    expect(await stored(draft)).to.deep.equal(draft)
    expect(await Campaign.countDocuments({ projectId: project.id })).to.equal(before)
    const res = await client.post('/campaigns', { ...made, scheduledFor: null })
    expect([res.status, res.body.data.scheduledFor]).to.deep.equal([201, null])
    expect((await put(draft, { name: 'Changed', scheduledFor: null })).status).to.equal(200)
  })

  it('is changed before the campaign begins or not at all, when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const campaign = await scheduled({ scheduledFor: new Date(0) })
      const ref = { projectId: project.id, campaignId: campaign._id, retentionDays: 1 }
      const [begun, moved] = await Promise.all([beginCampaign(ref), put(campaign, { scheduledFor: LATER })])
      const { status, scheduledFor } = await stored(campaign)
      const isMoved = moved.status === 200
      expect(begun.state).to.equal(isMoved ? 'waiting' : 'sending')
      expect(status).to.equal(isMoved ? 'SCHEDULED' : 'SENDING')
      expect(scheduledFor?.toISOString()).to.equal(isMoved ? LATER : new Date(0).toISOString())
      if (!isMoved) expect(moved.status).to.equal(409)
    }
  })

  it('is not changed for a sender whose domain is not verified any more', async () => {
    const campaign = await scheduled({ from: 'news@acme.org' })
    expect((await put(campaign, { scheduledFor: LATER })).status).to.equal(403)
    expect((await put(campaign, { subject: 'New' })).status).to.equal(200)
  })
})
