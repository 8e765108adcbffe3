import { expect } from 'chai'
import { Campaign, Email } from '../../../support/models.js'
import { CAMPAIGN_STATUSES } from '../../../../models/campaign.js'
import { createCampaign, createEmail } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

describe('DELETE /campaigns/:id', () => {
  const { project, client } = useProject()

  it('deletes a campaign once, but none that is SCHEDULED or SENDING', async () => {
    const [kept, ...others] = await Promise.all(
      (['SENT', ...CAMPAIGN_STATUSES] as const).map((status) => createCampaign({ projectId: project.id, status })),
    )
    for (const { _id, status } of others) {
      const res = await client.delete(`/campaigns/${_id}`)
      if (status === 'SCHEDULED' || status === 'SENDING') {
        expect(res).to.deep.include({ status: 409, code: 'CONFLICT', details: { status } })
        expect(await Campaign.findById(_id).lean()).to.include({ status })
      } else {
        expect(res, status).to.deep.include({ status: 200, body: { success: true } })
        expect((await client.delete(`/campaigns/${_id}`)).code).to.equal('CAMPAIGN_NOT_FOUND')
      }
    }
    expect((await client.get(`/campaigns/${kept?._id}`)).status).to.equal(200)
  })

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
