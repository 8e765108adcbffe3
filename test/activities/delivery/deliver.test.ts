import { expect } from 'chai'
import type { ProviderErrorKind } from '../../../activities/providers/provider.js'
import type { DeliveryDeps, DeliverySettings } from '../../../activities/delivery/deps.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { Contact, Email, Event, SenderDomain, Suppression } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { Project } from '../../../models/project.js'
import { NotificationTimes } from '../../../models/notification-times.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { storeContent } from '../../../commands/sending/emails/store-content.js'
import { createCampaign, createEmail, createProject } from '../../support/factories.js'
import { refuse, useCampaignScene, type FakeProvider } from '../campaign/campaign-walk.js'

const MINUTE_MS = 60_000

describe('delivering one email', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  const taken = () => provider.taken.map(({ raw }) => raw.toString())
  const deps = (changes: Partial<DeliverySettings> = {}): DeliveryDeps => deliveryDeps(provider, changes)
  const deliver = (email: EmailRecord, changes?: Partial<DeliverySettings>) =>
    deliverOne(deps(changes), projectId, email._id)
  const stored = (email: EmailRecord) => Email.findById(email._id).orFail().lean()
  const failWith = (kind: ProviderErrorKind) => {
    provider.answer = () => refuse(kind)
  }
  /** An email whose worker died this long ago, perhaps after the provider had taken the message. */
  const inDoubt = (ageMs: number, fields: Partial<EmailRecord> = {}) => {
    const unknownSince = new Date(Date.now() - ageMs)
    const claimedAt = new Date(unknownSince.getTime() - MINUTE_MS)
    return createEmail({ projectId, status: 'SENDING', attempt: 1, claimedAt, unknownSince, ...fields })
  }
  const eventsCame = (ageMs: number) =>
    NotificationTimes.create({ _id: 'email', latestSentAt: new Date(Date.now() - ageMs) })

  it('sends it once, however many deliveries run at the same time', async () => {
    const email = await createEmail({ projectId })
    const results = await Promise.all(Array.from({ length: 10 }, () => deliver(email)))

    expect(taken()).to.have.length(1)
    expect(taken()[0]).to.include(`Hello ${email.to}`)
    // On a slow machine a claim may become too old to be submitted, and another delivery claims the email again.
    expect(await stored(email)).to.include({ status: 'SENT', messageId: `id-${email._id}` })
    expect(results.filter(({ state }) => state === 'sent')).to.not.be.empty
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
    expect(taken()).to.have.length(1)
  })

  for (const kind of ['throttled', 'temporary'] as const) {
    it(`defers it after a ${kind} refusal, and sends it then`, async () => {
      const email = await createEmail({ projectId })
      failWith(kind)
      expect(await deliver(email)).to.include({ state: 'deferred' })
      expect((await stored(email)).status).to.equal('PENDING')

      provider.answer = () => undefined
      expect(await deliver(email)).to.deep.equal({ state: 'sent' })
      expect(await stored(email)).to.include({ status: 'SENT', attempt: 2 })
    })
  }

  it('sends it when another worker releases its claim during the check of that claim', async () => {
    const email = await createEmail({ projectId, status: 'SENDING', attempt: 1, claimedAt: new Date() })
    const { collection } = Email
    const find = collection.find.bind(collection)
    Object.assign(collection, {
      find: (...args: Parameters<typeof find>) => {
        Object.assign(collection, { find })
        const toArray = async () => {
          await Email.updateOne({ _id: email._id }, { $set: { status: 'PENDING' } })
          return find(...args).toArray()
        }
        return { toArray }
      },
    })
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
    expect(taken()).to.have.length(1)
    expect(await stored(email)).to.include({ status: 'SENT', attempt: 2 })
  })

  it('leaves it unclaimed while it waits for a permit', async () => {
    const email = await createEmail({ projectId })
    const held = { ...deps(), acquirePermits: async () => ({ permits: 0, retryAfterMs: 7_000 }) }
    expect(await deliverOne(held, projectId, email._id)).to.deep.equal({
      state: 'deferred',
      cause: 'wait',
      reason: 'sending_rate',
      retryAfterMs: 7_000,
    })
    expect(await stored(email)).to.include({ status: 'PENDING', attempt: 0 })
    expect(taken()).to.be.empty
  })

  it('gives it up at once when the provider refuses it for good', async () => {
    const email = await createEmail({ projectId })
    failWith('permanent')
    expect(await deliver(email)).to.include({ state: 'withheld', status: 'FAILED' })
    expect(await stored(email)).to.include({ status: 'FAILED', error: 'fake: 503 Busy (permanent)' })
  })

  it('does not send again while an attempt whose answer was lost may have reached the provider', async () => {
    const email = await createEmail({ projectId })
    failWith('unknown')
    expect(await deliver(email)).to.include({ state: 'deferred' })
    expect(await deliver(email)).to.include({ state: 'deferred', reason: 'unknown_outcome' })
    expect(taken()).to.have.length(1)
  })

  it('takes an event of the provider as the answer that was lost', async () => {
    const email = await inDoubt(2 * MINUTE_MS)
    await recordEmailFacts([
      { projectId, emailId: email._id, at: new Date(), key: 'n', kind: 'sent', messageId: 'from-event' },
    ])
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
    expect(taken()).to.be.empty
    expect(await stored(email)).to.include({ status: 'SENT', messageId: 'from-event' })
  })

  it('does not send a message with an unknown outcome again once its delivery was stopped in Temporal', async () => {
    const cancelledAt = new Date()
    const withoutEvents = await inDoubt(2 * MINUTE_MS, { cancelledAt })
    expect(await deliver(withoutEvents, { ambiguousPolicy: 'resend' })).to.include({ reason: 'delivery_unknown' })
    await eventsCame(0)
    const withEvents = await inDoubt(2 * MINUTE_MS, { cancelledAt })
    expect(await deliver(withEvents)).to.deep.equal({ state: 'withheld', status: 'SKIPPED', reason: 'cancelled' })
    expect(taken()).to.be.empty
  })

  it('sends a message with an unknown outcome again once events of later ones have arrived', async () => {
    const email = await inDoubt(2 * MINUTE_MS, { sourceType: 'WORKFLOW' })
    await eventsCame(MINUTE_MS)
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
    expect(taken()).to.have.length(1)
    expect(await stored(email)).to.include({ status: 'SENT', attempt: 2 })
  })

  it('waits for an event that could not be applied yet, although events of later messages were applied', async () => {
    const email = await inDoubt(2 * MINUTE_MS)
    await NotificationTimes.create({ _id: 'email', latestSentAt: new Date(), refusedAt: new Date() })
    expect(await deliver(email)).to.include({ state: 'deferred', reason: 'unknown_outcome' })
    expect(taken()).to.be.empty

    await NotificationTimes.updateOne({ _id: 'email' }, { refusedAt: new Date(Date.now() - MINUTE_MS) })
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
  })

  it('waits longer when no event came after the submission, although events do come', async () => {
    const email = await inDoubt(1.5 * MINUTE_MS)
    await eventsCame(5 * MINUTE_MS)
    expect(await deliver(email)).to.include({ state: 'deferred' })
    expect(taken()).to.be.empty
  })

  it('counts its wait for an event from the first attempt to resolve it, as MongoDB was unavailable before', async () => {
    const claimedAt = new Date(Date.now() - 10 * MINUTE_MS)
    const email = await createEmail({ projectId, status: 'SENDING', attempt: 1, claimedAt })
    await eventsCame(5 * MINUTE_MS)
    expect(await deliver(email)).to.include({ state: 'deferred', reason: 'unknown_outcome' })
    expect(taken()).to.be.empty
    await Email.updateOne({ _id: email._id }, { unknownSince: new Date(Date.now() - 3 * MINUTE_MS) })
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
    expect((await stored(email)).unknownSince).to.equal(undefined)
  })

  it('defers it when it cannot be composed at the moment, and sends it then', async () => {
    const email = await createEmail({ projectId })
    const broken = { ...deps(), compose: () => Promise.reject(new Error('The rendering thread stopped')) }
    expect(await deliverOne(broken, projectId, email._id)).to.include({
      reason: 'render_capacity',
      detail: 'not_composed',
    })
    expect(await stored(email)).to.include({ status: 'PENDING' })
    expect(await deliver(email)).to.deep.equal({ state: 'sent' })
  })

  const SENT = { state: 'sent' }
  const GIVEN_UP = { state: 'withheld', status: 'FAILED', reason: 'delivery_unknown' }
  const POLICIES: [policy: DeliverySettings['ambiguousPolicy'], of: 'transactional' | 'bulk', end: object][] = [
    ['by-type', 'transactional', SENT],
    ['by-type', 'bulk', GIVEN_UP],
    ['hold', 'transactional', GIVEN_UP],
    ['resend', 'bulk', SENT],
  ]
  for (const [ambiguousPolicy, of, end] of POLICIES) {
    it(`has ${of} mail ${end === SENT ? 'sent again' : 'given up'} by ${ambiguousPolicy} without events`, async () => {
      const { _id: campaignId } = await createCampaign({ projectId, status: 'SENDING' })
      const email = await inDoubt(2 * MINUTE_MS, of === 'bulk' ? { sourceType: 'CAMPAIGN', campaignId } : {})
      expect(await deliver(email, { ambiguousPolicy })).to.deep.equal(end)
      expect(taken()).to.have.length(end === SENT ? 1 : 0)
    })
  }

  it('never sends again by itself when the policy is to hold, although events of later messages came', async () => {
    const email = await inDoubt(5 * MINUTE_MS)
    await eventsCame(0)
    expect(await deliver(email, { ambiguousPolicy: 'hold' })).to.deep.equal(GIVEN_UP)
    expect(taken()).to.be.empty
  })

  it('reclaims a message with an unknown outcome once, however many try to resolve it', async () => {
    const email = await inDoubt(2 * MINUTE_MS)
    await Promise.all(Array.from({ length: 10 }, () => deliver(email)))
    expect(taken()).to.have.length(1)
  })

  it('withholds it when its contact is gone or unsubscribed, its address suppressed, its campaign over, or its project disabled', async () => {
    const gone = await createEmail({ projectId })
    await Contact.deleteOne({ _id: gone.contactId })
    const out = await createEmail({ projectId, type: 'MARKETING' })
    await Contact.updateOne({ _id: out.contactId }, { subscribed: false })
    const suppressed = await createEmail({ projectId })
    await Suppression.create({ projectId, email: suppressed.to, reason: 'BOUNCE' })
    const { _id: campaignId } = await createCampaign({ projectId, status: 'CANCELLED' })
    const cancelled = await createEmail({ projectId, campaignId })

    expect(await deliver(gone)).to.include({ status: 'SKIPPED', reason: 'contact_deleted' })
    expect(await deliver(cancelled)).to.include({ status: 'SKIPPED', reason: 'cancelled' })
    expect(await deliver(out)).to.include({ status: 'SKIPPED', reason: 'unsubscribed' })
    expect(await deliver(suppressed)).to.include({ status: 'SUPPRESSED' })
    await Project.updateOne({ _id: projectId }, { disabled: true })
    expect(await deliver(await createEmail({ projectId }))).to.include({ reason: 'project_disabled' })
    expect(taken()).to.be.empty
  })

  it('keeps the subject that its recipient reads', async () => {
    const contentId = await storeContent(projectId, { subject: 'For {{ email }}', body: '<p>Hi</p>' }, 1)
    const email = await createEmail({ projectId, contentId, subject: 'For {{ email }}' })
    await deliver(email)
    expect(await stored(email)).to.include({ subject: `For ${email.to}` })
    const sent = await Event.findOne({ emailId: email._id, name: 'email.sent' }).orFail().lean()
    expect(sent.data['subject']).to.equal(`For ${email.to}`)
  })

  it('fails it when the domain of its sender is no longer verified in the project', async () => {
    const [lost, kept] = [
      await createEmail({ projectId, from: 'a@lost.io' }),
      await createEmail({ projectId, from: 'a@kept.io' }),
    ]
    await SenderDomain.create({ projectId, domain: 'kept.io', verified: true })
    await SenderDomain.create({ projectId: (await createProject()).id, domain: 'lost.io', verified: true })
    expect(await deliver(lost)).to.deep.equal({ state: 'withheld', status: 'FAILED', reason: 'domain_not_verified' })
    expect(await deliver(kept)).to.deep.equal({ state: 'sent' })
    expect(await stored(lost)).to.include({ status: 'FAILED', error: 'domain_not_verified' })
  })

  it('fails a message whose template breaks on this recipient, with a reason and nothing sent', async () => {
    const email = await createEmail({ projectId })
    await Email.updateOne({ _id: email._id }, { contentId: 'unknown' })
    expect(await deliver(email)).to.include({ status: 'FAILED' })
    expect(taken()).to.be.empty
  })

  it('puts the one-click unsubscribe headers on marketing mail and not on transactional', async () => {
    await deliver(await createEmail({ projectId, type: 'MARKETING' }))
    await deliver(await createEmail({ projectId }))
    expect(taken()[0]).to.match(/^List-Unsubscribe: <https:\/\/mail\.example\.com\/unsubscribe\/[\w-]+>\r?$/m)
    expect(taken()[0]).to.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(taken()[1]).to.not.match(/^List-Unsubscribe/m)
  })
})
