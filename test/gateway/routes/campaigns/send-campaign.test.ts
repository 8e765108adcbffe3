import { expect } from 'chai'
import { Campaign } from '../../../../models/campaign.js'
import { loadContent } from '../../../../commands/sending/emails/store-content.js'
import { SenderDomain } from '../../../../models/sender-domain.js'
import { createCampaign, createContact } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

const SCHEDULED_FOR = '2900-01-01T10:00:00.000Z'
const SENT_NOW = { status: 'SENDING', scheduledFor: null }
const NOW = 'Campaign is being sent'

describe('POST /campaigns/:id/send', () => {
  const { project, client } = useProject()

  beforeEach(async () => {
    await createContact({ projectId: project.id })
  })

  const SENT_LATER = { status: 'SCHEDULED', scheduledFor: SCHEDULED_FOR }
  const ANSWERS: [what: string, body: object, answer: object, said: string][] = [
    ['without a date', {}, SENT_NOW, NOW],
    ['with a date that is null', { scheduledFor: null }, SENT_NOW, NOW],
    ['with a date that has passed', { scheduledFor: '2020-01-01' }, SENT_NOW, NOW],
    [
      'with a date to come, in whatever time zone',
      { scheduledFor: '2900-01-01T12:00:00+02:00' },
      SENT_LATER,
      `Campaign scheduled for ${SCHEDULED_FOR}`,
    ],
  ]
  for (const [what, body, answer, message] of ANSWERS) {
    it(`answers ${what} with the state of the campaign and its meaning only`, async () => {
      const { _id: id, name } = await createCampaign({ projectId: project.id })
      const res = await client.post(`/campaigns/${id}/send`, body)
      expect(res).to.deep.include({ status: 200, body: { success: true, data: { id, name, ...answer }, message } })
      expect((await client.get(`/campaigns/${id}`)).body.data).to.include({ id, name, ...answer })
    })
  }

  it('refuses what is no date, or one outside of the range that answers can have', async () => {
    const { _id: id } = await createCampaign({ projectId: project.id })
    const wrong = ['soon', '2026-02-30', '', 5, 0, {}, [], true, false]
    for (const scheduledFor of ['+010000-01-01T00:00:00Z', '1 January 12026 GMT', ...wrong]) {
      const { status, body } = await client.post(`/campaigns/${id}/send`, { scheduledFor })
      expect([status, body.error.message]).to.deep.equal([400, 'scheduledFor must be a valid date'])
    }
    const last = '9999-12-31T23:59:59.999Z'
    expect((await client.post(`/campaigns/${id}/send`, { scheduledFor: last })).body.data.scheduledFor).to.equal(last)
  })

  it('refuses a sender whose domain is no longer verified, now and for later', async () => {
    const { _id: id } = await createCampaign({ projectId: project.id, from: 'news@acme.org' })
    for (const body of [{}, { scheduledFor: SCHEDULED_FOR }]) {
      const refused = await client.post(`/campaigns/${id}/send`, body)
      expect(refused).to.deep.include({ status: 403, details: { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.org' } })
    }
    expect((await client.get(`/campaigns/${id}`)).body.data.status).to.equal('DRAFT')
    await SenderDomain.create({ projectId: project.id, domain: 'acme.org', verified: true })
    expect((await client.post(`/campaigns/${id}/send`, {})).status).to.equal(200)
  })

  it('starts once for two simultaneous requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id: id } = await createCampaign({ projectId: project.id })
      const answers = await Promise.all([1, 2].map(() => client.post(`/campaigns/${id}/send`, {})))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409])
    }
  })

  it('stays cancelled if it is rescheduled and cancelled at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const scheduledFor = new Date(SCHEDULED_FOR)
      const { _id: id } = await createCampaign({ projectId: project.id, status: 'SCHEDULED', scheduledFor })
      const [sent, cancelled] = await Promise.all([
        client.post(`/campaigns/${id}/send`, {}),
        client.post(`/campaigns/${id}/cancel`),
      ])
      expect(sent.status).to.be.oneOf([200, 409])
      expect(cancelled.status).to.equal(200)
      expect((await client.get(`/campaigns/${id}`)).body.data.status).to.equal('CANCELLED')
    }
  })

  it('sends its content as changed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id: id } = await createCampaign({ projectId: project.id, subject: 'Before' })
      const [sent, changed] = await Promise.all([
        client.post(`/campaigns/${id}/send`, {}),
        client.put(`/campaigns/${id}`, { subject: 'After' }),
      ])
      expect(sent.status).to.equal(200)
      expect(changed.status).to.be.oneOf([200, 409])
      const { subject, contentId } = await Campaign.findOne({ _id: id, projectId: project.id }).orFail().lean()
      expect(subject).to.equal(changed.status === 200 ? 'After' : 'Before')
      expect(await loadContent(project.id, contentId ?? '')).to.include({ subject })
    }
  })
})
