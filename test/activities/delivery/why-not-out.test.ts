import { expect } from 'chai'
import { createDeliveryActivities } from '../../../activities/delivery.js'
import type { DeliveryDeps } from '../../../activities/delivery/deps.js'
import { pauseCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { Email } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { asActivity } from '../../support/activity-context.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { createCampaign, createContacts, createEmail } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { fakeProvider, frozenCampaign, refuse, type FakeProvider } from '../campaign/campaign-walk.js'

describe('the reason why a message has not left', () => {
  const { project, client } = useProject()
  let provider: FakeProvider
  beforeEach(() => {
    provider = fakeProvider()
  })

  const shown = async ({ _id }: Pick<EmailRecord, '_id'>) => (await client.get(`/emails/${_id}`)).body
  const deferredOf = async (email: EmailRecord) => (await shown(email)).deferred
  const throttled = () => refuse('throttled')
  const unavailable = () => refuse('temporary')

  const REASONS: [reason: string, deps: () => Partial<DeliveryDeps>, email?: () => Partial<EmailRecord>][] = [
    ['sending_rate', () => ({ acquirePermits: async () => ({ permits: 0, retryAfterMs: 7_000 }) })],
    ['provider_throttled', () => ({ provider: { ...provider, send: async () => throttled() } })],
    ['provider_unavailable', () => ({ provider: { ...provider, send: async () => unavailable() } })],
    ['unknown_outcome', () => ({ provider: { ...provider, send: async () => refuse('unknown') } })],
    ['unknown_outcome', () => ({}), () => ({ status: 'SENDING', attempt: 1, claimedAt: new Date() })],
    ['render_capacity', () => ({ compose: async () => Promise.reject(new Error('no thread')) })],
  ]
  for (const [reason, changes, fields = () => ({})] of REASONS) {
    it(`is ${reason}, with the time of the next attempt, until the message has left`, async () => {
      const email = await createEmail({ projectId: project.id, ...fields() })
      expect(await deferredOf(email)).to.equal(null)
      await deliverOne({ ...deliveryDeps(provider), ...changes() }, project.id, email._id)
      const deferred = await deferredOf(email)
      expect(deferred).to.include({ reason })
      expect(new Date(deferred.since).getTime()).to.be.within(email.createdAt.getTime() - 1_000, Date.now() + 1_000)
      expect(new Date(deferred.retryAt).getTime()).to.be.above(new Date(deferred.since).getTime())

      const { attempt } = await Email.findById(email._id).orFail().lean()
      const about = { projectId: project.id, emailId: email._id, at: new Date(), key: `attempt-${attempt}` }
      await recordEmailFacts([{ ...about, kind: 'sent', messageId: 'm-1' }])
      expect(await shown(email)).to.include({ status: 'SENT', deferred: null })
    })
  }

  it('keeps its start, and starts anew when the reason changes', async () => {
    const email = await createEmail({ projectId: project.id })
    const deps = deliveryDeps(provider)
    provider.answer = throttled
    await deliverOne(deps, project.id, email._id)
    const first = await deferredOf(email)
    await deliverOne(deps, project.id, email._id)
    expect(await deferredOf(email)).to.include({ reason: 'provider_throttled', since: first.since })
    provider.answer = unavailable
    await deliverOne(deps, project.id, email._id)
    const other = await deferredOf(email)
    expect(other.reason).to.equal('provider_unavailable')
    expect(new Date(other.since).getTime()).to.be.at.least(new Date(first.since).getTime())
  })

  it('is stored on each email of a group that waits for the sending rate', async () => {
    const emails = await Promise.all([1, 2, 3].map(() => createEmail({ projectId: project.id })))
    let permits = 1
    const activities = createDeliveryActivities({
      ...deliveryDeps(provider),
      acquirePermits: async () => ({ permits: permits--, retryAfterMs: 5_000 }),
    })
    const emailIds = emails.map(({ _id }) => _id)
    const { deferred } = await asActivity(() =>
      activities.deliverEmails({ groups: [{ projectId: project.id, emailIds }] }),
    )
    expect(deferred.map(({ emailId }) => emailId)).to.deep.equal(emailIds.slice(1))
    const reasons = await Promise.all(emails.map(async (email) => (await deferredOf(email))?.reason ?? null))
    expect(reasons).to.deep.equal([null, 'sending_rate', 'sending_rate'])
  })

  it('is counted in the stats of a campaign, by reason', async () => {
    await createContacts(5, { projectId: project.id })
    const { campaign, sendOnce } = await frozenCampaign({ projectId: project.id }, provider)
    const stats = async () => (await client.get(`/campaigns/${campaign._id}/stats`)).body.data
    provider.answer = () => (provider.taken.length % 2 === 0 ? throttled() : refuse('unknown'))
    await sendOnce()
    expect((await stats()).deferred).to.deep.equal({ provider_throttled: 2, unknown_outcome: 3 })
    const waiting = await Email.findOne({ campaignId: campaign._id, status: 'PENDING' }).orFail().lean()
    expect(await deferredOf(waiting)).to.include({ reason: 'provider_throttled', retryAt: null })

    await pauseCampaign({ projectId: project.id, campaignId: campaign._id }, 0)
    expect((await stats()).deferred).to.deep.equal({ campaign_paused: 5 })
  })

  it('is absent from the stats of a completed campaign', async () => {
    await createContacts(2, { projectId: project.id })
    const { campaign, sendAll } = await frozenCampaign({ projectId: project.id }, provider)
    await sendAll()
    const draft = await createCampaign({ projectId: project.id })
    for (const { _id } of [campaign, draft]) {
      expect((await client.get(`/campaigns/${_id}/stats`)).body.data.deferred).to.deep.equal({})
    }
  })
})
