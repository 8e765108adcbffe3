import { expect } from 'chai'
import { Campaign } from '../../../../models/campaign.js'
import { Email } from '../../../../models/email.js'
import { createCampaign, createEmail } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

describe('DELETE /campaigns/:id', () => {
  const { project, client } = useProject()

  for (const status of ['DRAFT', 'SENT', 'CANCELLED'] as const) {
    it(`deletes a campaign that is ${status}, once`, async () => {
      const { _id } = await createCampaign({ projectId: project.id, status })
      const kept = await createCampaign({ projectId: project.id, status })
      expect(await client.delete(`/campaigns/${_id}`)).to.deep.include({ status: 200, body: { success: true } })
      expect((await client.get(`/campaigns/${_id}`)).status).to.equal(404)
      expect((await client.delete(`/campaigns/${_id}`)).body.error.code).to.equal('CAMPAIGN_NOT_FOUND')
      expect((await client.get(`/campaigns/${kept._id}`)).status).to.equal(200)
    })
  }

  for (const status of ['SCHEDULED', 'SENDING'] as const) {
    it(`answers 409 for a campaign that is ${status}, and does not change it`, async () => {
      const { _id } = await createCampaign({ projectId: project.id, status })
      const res = await client.delete(`/campaigns/${_id}`)
      expect(res).to.deep.include({ status: 409, code: 'CONFLICT', details: { status } })
      expect(await Campaign.findById(_id).lean()).to.include({ status })
    })
  }

  it('keeps the sent emails, which still name it', async () => {
    const { _id: campaignId } = await createCampaign({ projectId: project.id, status: 'SENT' })
    const email = await createEmail({ projectId: project.id, campaignId, sourceType: 'CAMPAIGN', status: 'DELIVERED' })
    await client.delete(`/campaigns/${campaignId}`)
    const listed = await client.get(`/emails?campaignId=${campaignId}`)
    expect(listed.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([email._id])
    expect((await client.get(`/emails/${email._id}`)).body).to.include({ campaignId, status: 'DELIVERED' })
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(1)
  })

  it('allows either the deletion or the sending when both are requested at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await createEmail({ projectId: project.id })
      const { _id } = await createCampaign({ projectId: project.id })
      const [deleted, sent] = await Promise.all([
        client.delete(`/campaigns/${_id}`),
        client.post(`/campaigns/${_id}/send`, {}),
      ])
      const isThere = (await Campaign.exists({ _id })) !== null
      expect([deleted.status, sent.status]).to.deep.equal(isThere ? [409, 200] : [200, 404])
    }
  })
})
