import { expect } from 'chai'
import { createCampaign, createContact, createProject } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import type { HttpClient } from '../../../support/http-client.js'

const SCHEDULED_FOR = '2900-01-01T10:00:00.000Z'
const SENT_NOW = { status: 'SENDING', scheduledFor: null }
const NOW = 'The campaign is being sent'

describe('POST /campaigns/:id/send', () => {
  const gateway = useGateway()
  let projectId: string
  let client: HttpClient

  beforeEach(async () => {
    const project = await createProject()
    projectId = project.id
    client = gateway.as(project.secretKey)
    await createContact({ projectId })
  })

  const ANSWERS: [what: string, body: object, answer: { status: string; scheduledFor: string | null }, said: string][] =
    [
      ['without a date', {}, SENT_NOW, NOW],
      ['with a date that is null', { scheduledFor: null }, SENT_NOW, NOW],
      ['with a date that has passed', { scheduledFor: '2020-01-01T10:00:00.000Z' }, SENT_NOW, NOW],
      [
        'with a date to come, in whatever time zone',
        { scheduledFor: '2900-01-01T12:00:00+02:00' },
        { status: 'SCHEDULED', scheduledFor: SCHEDULED_FOR },
        `The campaign is sent at ${SCHEDULED_FOR}`,
      ],
    ]
  for (const [what, body, answer, message] of ANSWERS) {
    it(`answers ${what} with the state of the campaign, what that means, and nothing else`, async () => {
      const { _id: id, name } = await createCampaign({ projectId })
      const res = await client.post(`/campaigns/${id}/send`, body)
      expect(res.status).to.equal(200)
      expect(res.body).to.deep.equal({ success: true, data: { id, name, ...answer }, message })
      expect((await client.get(`/campaigns/${id}`)).body.data).to.include({ id, name, ...answer })
    })
  }

  it('answers the same for one that was scheduled and is sent now', async () => {
    const scheduledFor = new Date(SCHEDULED_FOR)
    const { _id: id, name } = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor })
    const { body } = await client.post(`/campaigns/${id}/send`, {})
    expect(body).to.deep.equal({ success: true, data: { id, name, ...SENT_NOW }, message: NOW })
  })
})
