import { expect } from 'chai'
import { Campaign } from '../../../models/campaign.js'
import type { CreatedProject } from '../../../models/commands/projects/create-project.js'
import { createCampaign, createContact, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

describe('campaigns', () => {
  const gateway = useGateway()
  let project: CreatedProject
  const api = () => gateway.as(project.secretKey)

  beforeEach(async () => {
    project = await createProject()
  })

  describe('POST /campaigns/:id/send', () => {
    it('moves it to SENDING and sets it off', async () => {
      await createContact({ projectId: project.id })
      const { _id: id } = await createCampaign({ projectId: project.id })

      const { status, body } = await api().post(`/campaigns/${id}/send`, {})

      expect(status).to.equal(200)
      expect(body.data).to.deep.equal({ id, name: body.data.name, status: 'SENDING', scheduledFor: null })
      expect(body.message).to.be.a('string')
      expect(gateway.intents).to.deep.equal([{ kind: 'campaign', projectId: project.id, id }])
      expect((await Campaign.findById(id).lean())?.dispatch?.state).to.equal('pending')
    })

    it('sends once when it is asked ten times at the same moment', async () => {
      await createContact({ projectId: project.id })
      const { _id: id } = await createCampaign({ projectId: project.id })
      const answers = await Promise.all(Array.from({ length: 10 }, () => api().post(`/campaigns/${id}/send`)))
      expect(answers.map(({ status }) => status)).to.have.members([200, ...Array.from({ length: 9 }, () => 409)])
      expect(await Campaign.findById(id).lean()).to.include({ sending: 1 })
    })

    it('answers 400 without recipients and for a date that is none', async () => {
      const { _id: id } = await createCampaign({ projectId: project.id })
      expect((await api().post(`/campaigns/${id}/send`)).status).to.equal(400)
      await createContact({ projectId: project.id })
      expect((await api().post(`/campaigns/${id}/send`, { scheduledFor: 'soon' })).status).to.equal(400)
    })
  })

  describe('POST /campaigns/:id/cancel', () => {
    it('cancels one that is sending, and answers 409 for any other', async () => {
      const { _id: id } = await createCampaign({ projectId: project.id, status: 'SENDING' })
      expect((await api().post(`/campaigns/${id}/cancel`)).body.data.status).to.equal('CANCELLED')
      const again = await api().post(`/campaigns/${id}/cancel`)
      expect(again.status).to.equal(409)
      expect(again.body.error.code).to.equal('CONFLICT')
    })
  })

  it('answers 404 for a campaign of another project, whatever is asked of it', async () => {
    const other = await createCampaign({ projectId: (await createProject()).id })
    for (const id of [other._id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      for (const answer of [
        await api().get(`/campaigns/${id}`),
        await api().post(`/campaigns/${id}/send`),
        await api().post(`/campaigns/${id}/cancel`),
      ]) {
        expect(answer.status).to.equal(404)
        expect(answer.body.error).to.deep.include({
          code: 'CAMPAIGN_NOT_FOUND',
          details: { resource: 'campaign', id },
        })
      }
    }
  })
})
