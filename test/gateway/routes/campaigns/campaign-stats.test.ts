import { expect } from 'chai'
import { createCampaign, createProject } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import type { HttpClient } from '../../../support/http-client.js'

const COUNTS = {
  totalRecipients: 1_000,
  sentCount: 300,
  deliveredCount: 290,
  openedCount: 100,
  clickedCount: 50,
  bouncedCount: 10,
  complainedCount: 1,
  unsubscribedCount: 2,
  failedCount: 60,
  skippedCount: 40,
}
const MINUTE_MS = 60_000

describe('GET /campaigns/:id/stats', () => {
  const gateway = useGateway()
  let projectId: string
  let client: HttpClient

  beforeEach(async () => {
    const project = await createProject()
    projectId = project.id
    client = gateway.as(project.secretKey)
  })

  it('answers with zeros and no speed before anything was sent', async () => {
    const { _id } = await createCampaign({ projectId })
    const { status, body } = await client.get(`/campaigns/${_id}/stats`)
    expect(status).to.equal(200)
    expect(body).to.deep.equal({
      success: true,
      data: {
        ...Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0])),
        openRate: 0,
        clickRate: 0,
        bounceRate: 0,
        deliveryRate: 0,
        complaintRate: 0,
        unsubscribeRate: 0,
        recipientsPerSecond: null,
        estimatedCompletionAt: null,
      },
    })
  })

  it('answers with the counters, rates in percent of what was sent, and when it will be done', async () => {
    const startedAt = new Date(Date.now() - MINUTE_MS)
    const { _id } = await createCampaign({ projectId, status: 'SENDING', ...COUNTS, startedAt })
    const { data } = (await client.get(`/campaigns/${_id}/stats`)).body
    expect(data).to.deep.include({
      ...COUNTS,
      openRate: 33.33,
      clickRate: 16.67,
      bounceRate: 3.33,
      deliveryRate: 96.67,
      complaintRate: 0.33,
      unsubscribeRate: 0.67,
    })
    expect(data.recipientsPerSecond).to.be.within(6, 6.67)
    expect(Date.parse(data.estimatedCompletionAt) - Date.now()).to.be.within(85_000, 105_000)
  })

  it('foresees no end while it is paused', async () => {
    const startedAt = new Date(Date.now() - MINUTE_MS)
    const pausedAt = new Date(Date.now() - MINUTE_MS / 2)
    const { _id } = await createCampaign({ projectId, status: 'SENDING', ...COUNTS, startedAt, pausedAt })
    const { data } = (await client.get(`/campaigns/${_id}/stats`)).body
    expect(data.recipientsPerSecond).to.equal(13.33)
    expect(data.estimatedCompletionAt).to.equal(null)
  })
})
