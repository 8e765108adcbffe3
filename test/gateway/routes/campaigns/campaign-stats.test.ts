import { expect } from 'chai'
import { Campaign, Contact } from '../../../support/models.js'
import { recountCampaigns, type CampaignDrift } from '../../../../commands/sending/campaigns/recount-campaigns.js'
import type { EmailRecord } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { applyMessages } from '../../../commands/sending/emails/notifications.js'
import { createCampaign, createEmail } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'
import { pagesOf } from '../../../support/pages.js'

const REACHED = { sentCount: 300, deliveredCount: 290, openedCount: 100, clickedCount: 50, unsubscribedCount: 2 }
const MISSED = { bouncedCount: 10, complainedCount: 1, failedCount: 60, skippedCount: 40 }
const COUNTS = { totalRecipients: 1_000, ...REACHED, ...MISSED }
const LIKED = { openRate: 33.33, clickRate: 16.67, deliveryRate: 96.67 }
const RATES = { ...LIKED, bounceRate: 3.33, complaintRate: 0.33, unsubscribeRate: 0.67 }
const HOUR_MS = 3_600_000

describe('GET /campaigns/:id/stats', () => {
  const { gateway, project, client } = useProject()

  it('returns zeros and no speed before anything was sent', async () => {
    const { _id } = await createCampaign({ projectId: project.id })
    const { status, body } = await client.get(`/campaigns/${_id}/stats`)
    expect(status).to.equal(200)
    const zeros = Object.fromEntries(Object.keys({ ...COUNTS, ...RATES }).map((name) => [name, 0]))
    const data = { ...zeros, recipientsPerSecond: null, estimatedCompletionAt: null, deferred: {} }
    expect(body).to.deep.equal({ success: true, data })
  })

  it('returns the counters, rates in percent of the sent emails, and the expected end', async () => {
    // The rates of an hour hardly change while the test runs.
    const startedAt = new Date(Date.now() - HOUR_MS)
    const { _id } = await createCampaign({ projectId: project.id, status: 'SENDING', ...COUNTS, startedAt })
    const { data } = (await client.get(`/campaigns/${_id}/stats`)).body
    expect(data).to.deep.include({ ...COUNTS, ...RATES })
    expect(data.recipientsPerSecond).to.equal(0.11)
    expect(Date.parse(data.estimatedCompletionAt) - Date.now()).to.be.within(5_300_000, 5_600_000)
    // There is no expected end while it is paused.
    const pausedAt = new Date(startedAt.getTime() + HOUR_MS / 20)
    await Campaign.updateOne({ _id, projectId: project.id }, { $set: { pausedAt } })
    const { data: paused } = (await client.get(`/campaigns/${_id}/stats`)).body
    expect(paused).to.include({ recipientsPerSecond: 2.22, estimatedCompletionAt: null })
  })

  describe('unsubscribedCount', () => {
    let campaignId: string

    const leaving = { sourceType: 'CAMPAIGN', type: 'MARKETING', status: 'SENDING', attempt: 1 } as const
    const email = () => createEmail({ projectId: project.id, campaignId, ...leaving })
    const isSubscribed = async ({ contactId }: EmailRecord) =>
      (await Contact.findById(contactId).orFail().lean()).subscribed
    const optOut = async (of: EmailRecord) => {
      const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await gateway.as().post(pagesOf(of).unsubscribe, oneClick)).status).to.equal(200)
    }
    const unsubscribedCount = async (): Promise<unknown> =>
      (await client.get(`/campaigns/${campaignId}/stats`)).body.data.unsubscribedCount
    const recount = async (): Promise<CampaignDrift[]> => {
      const drifts: CampaignDrift[] = []
      for await (const drift of recountCampaigns(project.id)) drifts.push(drift)
      return drifts
    }

    beforeEach(async () => {
      campaignId = (await createCampaign({ projectId: project.id, status: 'SENDING' }))._id
    })

    it('counts opt-outs, not contacts that a bounce or a complaint unsubscribed, and a recount agrees', async () => {
      const [stayed, left, choseOnThePage] = [await email(), await email(), await email()]
      const [bounced, complained] = [await email(), await email()]
      await hear('Delivery', stayed, left, choseOnThePage, complained)
      await hear('Bounce', bounced)
      await hear('Complaint', complained)
      await optOut(left)
      await gateway.as().post(pagesOf(choseOnThePage).manage, new URLSearchParams({ action: 'unsubscribe' }))

      const remaining = await Promise.all([stayed, left, choseOnThePage, bounced, complained].map(isSubscribed))
      expect(remaining).to.deep.equal([true, false, false, false, false])
      const counts = { sentCount: 5, bouncedCount: 1, complainedCount: 1, unsubscribedCount: 2, unsubscribeRate: 40 }
      expect((await client.get(`/campaigns/${campaignId}/stats`)).body.data).to.include(counts)
      expect(await recount()).to.deep.equal([])
      await Campaign.updateOne({ _id: campaignId, projectId: project.id }, { $inc: { unsubscribedCount: 2 } })
      const differences = [{ counter: 'unsubscribedCount', is: 4, shouldBe: 2 }]
      expect(await recount()).to.deep.equal([{ campaignId, differences, isRepaired: false }])
    })

    it('counts a contact that opted out before a bounce or complaint, and not one that did so afterwards', async () => {
      const [first, second, bounced, complained] = [await email(), await email(), await email(), await email()]
      await optOut(first)
      await optOut(second)
      await hear('Bounce', first, bounced)
      await hear('Complaint', second, complained)
      await optOut(bounced)
      await optOut(complained)
      expect(await unsubscribedCount()).to.equal(2)
      expect(await recount()).to.deep.equal([])
    })
  })
})

/** Applies the provider's notifications about messages. */
async function hear(eventType: 'Delivery' | 'Bounce' | 'Complaint', ...emails: EmailRecord[]): Promise<void> {
  const timestamp = new Date().toISOString()
  const details = {
    Delivery: { delivery: { timestamp } },
    Bounce: { bounce: { timestamp, bounceType: 'Permanent', bounceSubType: 'General' } },
    Complaint: { complaint: { timestamp, complaintFeedbackType: 'abuse' } },
  }
  for (const { _id, projectId } of emails) {
    const tags = { 'posthorn-email': [_id], 'posthorn-project': [projectId] }
    const mail = { messageId: `ses-${_id}`, timestamp, tags }
    const message = JSON.stringify({ eventType, mail, ...details[eventType] })
    await applyMessages([{ id: newId(), message }])
  }
}
