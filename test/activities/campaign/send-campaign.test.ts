import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { createEmailComposer } from '../../../activities/delivery/create-email-composer.js'
import type { ComposeEmail } from '../../../activities/delivery/deps.js'
import { ProviderError } from '../../../activities/providers/provider.js'
import { Campaign, CampaignBatch, Contact, Email, Suppression } from '../../support/models.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { cancelCampaign } from '../../../commands/sending/campaigns/cancel-campaign.js'
import { pauseCampaign, resumeCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import { chooseByEmail } from '../../../commands/sending/emails/choose-by-email.js'
import { contentIdOf } from '../../../commands/sending/emails/store-content.js'
import { registerFields } from '../../../commands/base/records/known-fields.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createCampaign, createContacts, createProject, createSegment } from '../../support/factories.js'
import { IS_PRO } from '../../support/segments.js'
import {
  addressesOf,
  addressesTaken,
  begunCampaign,
  campaignActivities,
  counters,
  fakeProvider,
  finish,
  freeze,
  frozenCampaign,
  sendAll,
  sendOnce,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

// Six groups of five may be past their last eligibility check.
const AT_HAND = 30
const inGroupsOfFive = {
  acquirePermits: async (_projectId: string, wanted: number) => ({ permits: Math.min(5, wanted), retryAfterMs: 0 }),
}

describe('sending a campaign', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  const contacts = (count: number, fields: object = {}) => createContacts(count, { projectId, ...fields })
  const recipients = () => addressesTaken(provider)
  const ref = ({ _id }: CampaignRecord) => ({ projectId, campaignId: _id })
  const statuses = async (campaign: CampaignRecord) => {
    const emails = await Email.find({ projectId, campaignId: campaign._id }).lean()
    return emails.map(({ status, error }) => (error ? `${status} ${error}` : status)).sort()
  }

  it('reaches each subscribed recipient once, and ends SENT with exact counters', async () => {
    const audience = await contacts(60)
    await contacts(3, { subscribed: false })
    const [suppressed] = await contacts(1)
    await Suppression.create({ projectId, email: suppressed?.email, reason: 'BOUNCE' })
    const { sendAll, finish } = await frozenCampaign({ projectId }, provider)
    expect((await finish()).isFinished).to.equal(false)
    expect(await sendAll()).to.equal(60)

    const { isFinished, campaign: sent } = await finish()
    expect(isFinished).to.equal(true)
    expect(sent).to.include({ status: 'SENT', totalRecipients: 60 })
    expect(counters(sent)).to.deep.equal({ sentCount: 60 })
    expect(recipients()).to.deep.equal(addressesOf(audience))
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })

  it('changes its date of change when it begins and ends, and not in between', async () => {
    await contacts(3)
    const { campaign, sendAll, finish } = await frozenCampaign({ projectId }, provider)
    await sendAll()
    const email = await Email.findOne({ projectId, campaignId: campaign._id }).orFail().lean()
    await chooseByEmail(
      { projectId, emailId: email._id, contactId: email.contactId ?? '' },
      { subscribed: false, source: 'page' },
    )

    const walked = await Campaign.findById(campaign._id).orFail().lean()
    expect(walked).to.deep.include({ totalRecipients: 3, unsubscribedCount: 1, updatedAt: campaign.updatedAt })
    const { campaign: sent } = await finish()
    expect(sent.updatedAt.getTime()).to.be.above(campaign.updatedAt.getTime())
  })

  it('needs no subscription when it is transactional', async () => {
    await contacts(2, { subscribed: false })
    await (await frozenCampaign({ projectId, type: 'TRANSACTIONAL' }, provider)).sendAll()
    expect(provider.taken).to.have.length(2)
  })

  it('reaches the members of a segment or the contacts that meet a condition, and no others', async () => {
    const [member] = await contacts(1)
    const pros = await contacts(2, { data: { plan: 'pro' } })
    await contacts(2, { data: { plan: 'free' } })
    await registerFields(projectId, { plan: 'pro' })
    const fixed = await createSegment({ projectId })
    const dynamic = await createSegment({ projectId, condition: IS_PRO })
    await Contact.updateOne({ _id: member?._id, projectId }, { $set: { segments: [fixed._id] } })
    const sendTo = async (fields: Partial<CampaignRecord>): Promise<string[]> => {
      provider.taken = []
      await (await frozenCampaign({ projectId, ...fields }, provider)).sendAll()
      return recipients()
    }

    expect(await sendTo({ audienceType: 'SEGMENT', segmentId: fixed._id })).to.deep.equal([member?.email])
    expect(await sendTo({ audienceType: 'SEGMENT', segmentId: dynamic._id })).to.deep.equal(addressesOf(pros))
    expect(await sendTo({ audienceType: 'FILTERED', audienceCondition: IS_PRO })).to.deep.equal(addressesOf(pros))
  })

  it('reaches its frozen audience: later contacts are not added, and those who left are skipped with the reason', async () => {
    const [gone, optedOut, bounced, ...others] = await contacts(5)
    const { sendAll, finish } = await frozenCampaign({ projectId }, provider)
    await contacts(1)
    await deleteContact({ projectId, contactId: gone?._id ?? '' }, 0)
    await Contact.updateOne({ _id: optedOut?._id, projectId }, { $set: { subscribed: false } })
    await Suppression.create({ projectId, email: bounced?.email, reason: 'BOUNCE' })

    await sendAll()

    const { campaign: sent } = await finish()
    expect(recipients()).to.deep.equal(addressesOf(others))
    expect(sent).to.include({ status: 'SENT', totalRecipients: 5 })
    expect(counters(sent)).to.deep.equal({ sentCount: 2, skippedCount: 3 })
    const skipped = ['SKIPPED contact_deleted', 'SKIPPED unsubscribed', 'SUPPRESSED suppressed']
    expect(await statuses(sent)).to.deep.equal(['SENT', 'SENT', ...skipped])
  })

  it('sends each email once although two workers run the same slices, and one of them freezes again', async () => {
    const audience = await contacts(80)
    const campaign = await begunCampaign({ projectId })
    const workers = [campaignActivities(provider), campaignActivities(provider)]
    const parts = await Promise.all(workers.map((activities) => freeze(activities, campaign)))
    await contacts(5)

    await Promise.all(workers.map((activities, index) => sendOnce(activities, campaign, parts[index] ?? 0)))
    await freeze(workers[0] ?? campaignActivities(provider), campaign)
    // A slow machine defers some.
    await sendAll(campaignActivities(provider), campaign, 1)

    expect(recipients()).to.deep.equal(addressesOf(audience))
    const { campaign: sent } = await finish(campaignActivities(provider), campaign)
    expect(sent).to.include({ status: 'SENT', totalRecipients: 80 })
    expect(counters(sent)).to.deep.equal({ sentCount: 80 })
  })

  it('records a recipient that cannot be mailed, and continues with the others', async () => {
    await contacts(30)
    provider.answer = () => {
      if (provider.taken.length === 10) throw new ProviderError('permanent', { provider: 'fake', code: 'Refused' })
    }
    const { sendAll, finish } = await frozenCampaign({ projectId }, provider)
    await sendAll()
    const { campaign: sent } = await finish()
    expect(sent.status).to.equal('SENT')
    expect(counters(sent)).to.deep.equal({ sentCount: 29, failedCount: 1 })
  })

  for (const how of ['as a whole', 'from what all have in common'] as const) {
    it(`records a recipient whose message cannot be filled in, composed ${how}, and sends to the others`, async () => {
      const [broken] = await contacts(1, { data: { city: '100%' } })
      const others = await contacts(20, { data: { city: 'New%20York' } })
      const { settings } = deliveryDeps(provider)
      let filledIn = 0
      const compiling: Promise<void>[] = []
      const composer = createEmailComposer(settings, {
        onComposed: (isFilledIn) => void (filledIn += isFilledIn ? 1 : 0),
        onCompiling: (done) => void compiling.push(done),
      })
      const compose: ComposeEmail = async (email, eligible) => {
        await Promise.all(compiling)
        // A new composer has compiled nothing.
        return (how === 'as a whole' ? createEmailComposer(settings) : composer).compose(email, eligible)
      }
      const body = '<p>Hello {{ city | url_decode }}</p>'
      const { sendAll, finish } = await frozenCampaign({ projectId, body }, provider, { compose })
      await sendAll()
      const { campaign: sent } = await finish()
      expect(recipients()).to.deep.equal(addressesOf(others))
      for (const { raw } of provider.taken) expect((await PostalMime.parse(raw)).text).to.contain('Hello New York')
      expect(sent).to.include({ status: 'SENT', totalRecipients: 21 })
      expect(counters(sent)).to.deep.equal({ sentCount: 20, failedCount: 1 })
      const failed = await Email.findOne({ projectId, contactId: broken?._id }).orFail().lean()
      expect(failed).to.include({ status: 'FAILED', error: 'The template failed at line 1, column 10' })
      expect(filledIn).to.be.within(how === 'as a whole' ? 0 : 1, how === 'as a whole' ? 0 : 20)
    })
  }

  it('claims no more emails than it has permits for', async () => {
    await contacts(10)
    const acquirePermits = async () => ({ permits: provider.taken.length < 4 ? 2 : 0, retryAfterMs: 1_000 })
    const { campaign, sendOnce } = await frozenCampaign({ projectId }, provider, { acquirePermits })
    const [slice] = await sendOnce()
    expect(slice).to.include({ resolved: 4, isDone: false })
    expect(await statuses(campaign)).to.deep.equal(['SENT', 'SENT', 'SENT', 'SENT'])
  })

  it('does not delay another project while a message of one takes long to compose', async () => {
    await contacts(30)
    const { id: other } = await createProject()
    await createContacts(10, { projectId: other })
    let free = (): void => undefined
    const composed = new Promise<void>((resolve) => (free = resolve))
    const { compose } = deliveryDeps(provider)
    const shared = campaignActivities(provider, {
      limitSubmissions: createLimiter({ concurrency: 2 }),
      async compose(email, eligible) {
        if (email.projectId === projectId) await composed
        return compose(email, eligible)
      },
    })
    const slow = await begunCampaign({ projectId })
    const parts = await freeze(shared, slow)
    const slowly = sendOnce(shared, slow, parts)
    const quick = await begunCampaign({ projectId: other })
    expect(await sendAll(shared, quick, await freeze(shared, quick))).to.equal(10)
    expect(provider.taken).to.have.length(10)
    free()
    await slowly
    // A message that takes too long to compose is left to a later slice.
    await sendAll(shared, slow, parts)
    expect(provider.taken.length).to.equal(40)
  })

  it('sends nothing after a pause is answered, until it is resumed', async () => {
    const audience = await contacts(80)
    let atPause = 0
    let pausing: Promise<unknown> | undefined
    const { campaign, sendOnce, sendAll, finish } = await frozenCampaign({ projectId }, provider, inGroupsOfFive)
    provider.answer = async () => {
      if (provider.taken.length < 10) return
      await (pausing ??= pauseCampaign(ref(campaign), 0).then(() => (atPause = provider.taken.length)))
    }

    const paused = await sendOnce()
    expect(paused.every(({ isDone }) => !isDone)).to.equal(true)
    // Those that were past their last eligibility check at the answer.
    expect(provider.taken.length - atPause).to.be.at.most(AT_HAND)
    const before = provider.taken.length
    const [slice] = await sendOnce()
    expect(slice).to.include({ resolved: 0, isDone: false, isPaused: true, pauseMs: 0 })
    expect(provider.taken).to.have.length(before)

    await resumeCampaign(ref(campaign))
    await sendAll()
    expect(recipients()).to.deep.equal(addressesOf(audience))
    expect(counters((await finish()).campaign)).to.deep.equal({ sentCount: 80 })
  })

  it('still sends its content after a pause longer than the content is kept', async () => {
    await contacts(3)
    const written = { subject: 'News', body: '<p>All is well</p>' }
    const contentId = contentIdOf(projectId, written)
    const begun = { status: 'SENDING' as const, startedAt: new Date() }
    const campaign = await createCampaign({ projectId, ...begun, ...written, contentId })
    const activities = campaignActivities(provider)
    await sendAll(activities, campaign, await freeze(activities, campaign))
    expect(counters((await finish(activities, campaign)).campaign)).to.deep.equal({ sentCount: 3 })
    for (const { raw } of provider.taken) expect(raw.toString()).to.contain('All is well')
  })

  it('sends nothing after a cancellation is answered, and leaves nothing unresolved', async () => {
    await contacts(80)
    const { campaign, sendOnce, finish } = await frozenCampaign({ projectId }, provider, inGroupsOfFive)
    let atCancellation = 0
    let cancelling: Promise<unknown> | undefined
    provider.answer = async () => {
      if (provider.taken.length < 10) return
      await (cancelling ??= cancelCampaign(ref(campaign), 0).then(() => (atCancellation = provider.taken.length)))
    }

    await sendOnce()
    const { isFinished, campaign: cancelled } = await finish()

    expect(isFinished).to.equal(true)
    expect(cancelled.status).to.equal('CANCELLED')
    expect(provider.taken.length - atCancellation).to.be.at.most(AT_HAND)
    expect(cancelled.sentCount).to.equal(provider.taken.length)
    expect(await Email.countDocuments({ projectId, status: { $in: ['PENDING', 'SENDING'] } })).to.equal(0)
    expect(await Email.countDocuments({ projectId, status: 'SENT' })).to.equal(cancelled.sentCount)
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })

  it('resolves what a dead worker was submitting as unknown outcomes, and sends the rest', async () => {
    await contacts(12)
    const { campaign, parts, sendOnce: submit } = await frozenCampaign({ projectId }, provider)
    // The provider accepts them, and their outcomes are not recorded for the whole of this test.
    let wake = (): void => undefined
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    provider.answer = () => asleep
    const dead = submit()
    while (provider.taken.length < 12) await new Promise((resolve) => setImmediate(resolve))
    await contacts(3)

    const next = fakeProvider()
    const activities = campaignActivities(next)
    const [early] = await sendOnce(activities, campaign, parts)

    expect(early).to.include({ resolved: 0, isDone: false })
    const ids = provider.taken.map(({ emailId }) => emailId)
    expect(await Email.countDocuments({ _id: { $in: ids }, projectId, status: 'SENDING' })).to.equal(12)

    const longAgo = { claimedAt: new Date(0), unknownSince: new Date(0) }
    await Email.updateMany({ _id: { $in: ids.slice(0, 5) } }, { $set: longAgo })
    const [slice] = await sendOnce(activities, campaign, parts)

    // Without events of the provider the outcome stays unknown: bulk mail is given up rather than sent twice.
    expect(next.taken).to.have.length(0)
    expect(slice).to.include({ resolved: 5, isDone: false })
    expect((await statuses(campaign)).filter((status) => status === 'FAILED delivery_unknown')).to.have.length(5)

    // An email that was given up and turns out to be sent counts as sent alone.
    wake()
    await dead
    expect(counters(await Campaign.findById(campaign._id).orFail().lean())).to.deep.equal({ sentCount: 12 })
  })

  it('is not sent before its time, and then to the contacts of that time', async () => {
    const activities = campaignActivities(provider)
    expect(await begunCampaign({ projectId }).catch(() => null)).to.equal(null)
    const scheduledFor = new Date(Date.now() + 60_000)
    await Campaign.updateOne({ projectId }, { $set: { status: 'SCHEDULED', scheduledFor } })
    const scheduled = await Campaign.findOne({ projectId }).orFail().lean()
    await contacts(2)

    const waiting = await activities.beginCampaign(ref(scheduled))
    expect(waiting).to.include({ state: 'waiting', at: scheduledFor.toISOString() })
    expect('waitMs' in waiting && waiting.waitMs).to.be.within(50_000, 60_000)
    // The campaign may be scheduled again after it is unscheduled, so the activity waits for it.
    await Campaign.updateOne({ projectId }, { $set: { status: 'DRAFT', scheduledFor: null } })
    expect(await activities.beginCampaign(ref(scheduled))).to.include({ state: 'waiting', at: 'no date yet' })
    await Campaign.updateOne({ projectId }, { $set: { status: 'SCHEDULED', scheduledFor: new Date() } })
    expect(await activities.beginCampaign(ref(scheduled))).to.deep.equal({ state: 'sending' })
    await sendAll(activities, scheduled, await freeze(activities, scheduled))
    expect((await finish(activities, scheduled)).campaign).to.include({ status: 'SENT', sentCount: 2 })
    expect(await activities.beginCampaign(ref(scheduled))).to.deep.equal({ state: 'over' })
  })
})
