import { expect } from 'chai'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { Campaign, CampaignBatch, Email, Event, Job } from '../../support/models.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { cancelCampaign } from '../../../commands/sending/campaigns/cancel-campaign.js'
import { deleteCampaign } from '../../../commands/sending/campaigns/delete-campaign.js'
import { pauseCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { eraseContactsSlice } from '../../../commands/lifecycle/erasure/erase-contacts-slice.js'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import { chooseByEmail } from '../../../commands/sending/emails/choose-by-email.js'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import type { EngagementFact } from '../../../models/domain/email-facts.js'
import { newId } from '../../../runtime/ids.js'
import { eventually } from '../../support/eventually.js'
import { createContacts } from '../../support/factories.js'
import { losingOneAnswer } from '../../support/lost-answer.js'
import { operationsOf } from '../../support/profiled.js'
import { applyMessages, deliveredNotification } from '../../commands/sending/emails/notifications.js'
import {
  campaignActivities,
  fakeProvider,
  frozenCampaign,
  refuse,
  sendAll,
  sendOnce,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

describe('an email that a campaign has claimed', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))
  let campaign: CampaignRecord
  let sending: Promise<unknown>
  let answerAll: () => void

  /** A campaign whose messages are all at a provider that has not answered. */
  const submit = async (contacts: number): Promise<void> => {
    await submitAll(contacts, await begin(contacts))
  }
  /** Begins a campaign to so many contacts; returns what sends to them. */
  const begin = async (contacts: number, fields: Partial<CampaignRecord> = {}, of = provider) => {
    await createContacts(contacts, { projectId })
    const begun = await frozenCampaign({ projectId, ...fields }, of)
    campaign = begun.campaign
    return begun
  }
  const submitAll = async (contacts: number, { parts }: { parts: number }): Promise<void> => {
    const answered = new Promise<void>((resolve) => (answerAll = resolve))
    provider.answer = () => answered
    provider.taken.length = 0
    sending = sendOnce(campaignActivities(provider), campaign, parts)
    while (provider.taken.length < contacts) await turn()
  }
  /** The same after the provider has refused all of them once for the moment. */
  const submitAgain = async (contacts: number): Promise<void> => {
    provider.answer = () => refuse('throttled')
    const begun = await begin(contacts, { subject: 'Hello {{ email }}' })
    await begun.sendOnce()
    expect(await statuses()).to.deep.equal(Array(contacts).fill('PENDING'))
    await submitAll(contacts, begun)
  }
  /** Whether a promise has completed. */
  const watch = (promise: Promise<unknown>): { isOver: boolean } => {
    const watched = { isOver: false }
    void promise.finally(() => (watched.isOver = true))
    return watched
  }
  const ref = () => ({ projectId, campaignId: campaign._id })
  const emailIds = () => provider.taken.map(({ emailId }) => emailId)
  const emails = () => Email.find({ projectId }).lean()
  const statuses = async () => (await emails()).map(({ status }) => status)

  it('is recognised by its claimer although the reply of MongoDB was lost', async () => {
    const begun = await begin(10)
    await losingOneAnswer(Email, 'insertMany', () => begun.sendOnce())
    expect(provider.taken).to.have.length(10)
    expect(await statuses()).to.deep.equal(Array(10).fill('SENT'))
  })

  it('is not counted as completed by a worker that finds all claimed by another, which was refused', async () => {
    const busy = fakeProvider()
    busy.answer = () => refuse('throttled')
    const { parts, ...busily } = await begin(3, {}, busy)
    let meanwhile: Promise<unknown> | null = null
    const activities = campaignActivities(provider, {
      async acquirePermits(_projectId, wanted) {
        await (meanwhile ??= busily.sendOnce())
        return { permits: wanted, retryAfterMs: 0 }
      },
    })
    expect((await sendOnce(activities, campaign, parts)).map(({ isDone }) => isDone)).to.deep.equal([false])
    await sendAll(campaignActivities(provider), campaign, parts)
    expect(provider.taken).to.have.length(3)
    expect(await statuses()).to.deep.equal(['SENT', 'SENT', 'SENT'])
  })

  it('is found without reading the rest of the audience', async () => {
    await submit(2)
    const rest = { projectId, campaignId: campaign._id, part: 0 }
    const another = () => ({ ...rest, _id: newId(), baseId: newId(), contactIds: [newId()], sendingSince: null })
    await CampaignBatch.insertMany(Array.from({ length: 50 }, another))
    const looks = await operationsOf('campaign_batches', async () => void (await cancelCampaign(ref(), 1)))
    expect(looks).not.to.have.length(0)
    for (const { docsExamined } of looks) expect(docsExamined).to.be.at.most(1)
    answerAll()
    await sending
  })

  it('is stored before its submission, under the id that the provider gets', async () => {
    await submit(3)
    expect(await statuses()).to.deep.equal(['SENDING', 'SENDING', 'SENDING'])
    answerAll()
    await sending
    expect((await emails()).map(({ _id }) => _id).toSorted()).to.deep.equal(emailIds().toSorted())
    for (const email of await emails()) expect(email).to.include({ status: 'SENT', messageId: `id-${email._id}` })
  })

  for (const [what, callOff] of [
    ['cancelled', cancelCampaign],
    ['paused', pauseCampaign],
  ] as const) {
    it(`delays the answer when the campaign is ${what}: nothing leaves after the answer`, async () => {
      await submit(3)
      const answer = callOff(ref(), 60_000)
      const answered = watch(answer)
      while ((await Campaign.exists({ _id: campaign._id, status: 'SENDING', pausedAt: null })) !== null) await turn()
      expect(answered.isOver).to.equal(false)
      answerAll()
      expect((await answer).sentCount).to.equal(3)
      await sending
    })
  }

  it('delays the answer also when the provider had refused it temporarily before', async () => {
    await submitAgain(3)
    const answer = pauseCampaign(ref(), 60_000)
    const answered = watch(answer)
    while ((await Campaign.exists({ _id: campaign._id, pausedAt: null })) !== null) await turn()
    expect(answered.isOver).to.equal(false)
    answerAll()
    expect((await answer).sentCount).to.equal(3)
    await sending
  })

  it('is checked again before its submission to a slow provider, and does not leave after a cancellation', async () => {
    const { parts } = await begin(80)
    let goOn = (): void => undefined
    const isStored = new Promise<void>((resolve) => (goOn = resolve))
    provider.answer = () => isStored.then(() => delay(150))
    const activities = campaignActivities(provider, { limitSubmissions: createLimiter({ concurrency: 8 }) })
    sending = sendOnce(activities, campaign, parts)
    while (provider.taken.length < 8) await turn()

    const cancelling = cancelCampaign(ref(), 60_000)
    while ((await Campaign.exists({ _id: campaign._id, status: 'SENDING' })) !== null) await turn()
    goOn()
    const cancelled = await cancelling
    const atAnswer = provider.taken.length
    await sending
    expect(provider.taken).to.have.length(atAnswer)
    expect(cancelled.sentCount).to.equal(atAnswer)
    // What the provider takes within the half a second for which an eligibility check is valid.
    expect(atAnswer).to.be.at.most(48)
  })

  it('keeps a notification that comes before its outcome is recorded, and counts it afterwards', async () => {
    await submit(2)
    const notifications = emailIds().map((_id) => ({ id: newId(), message: deliveredNotification({ _id, projectId }) }))

    expect([...(await applyMessages(notifications)).early]).to.have.members(notifications.map(({ id }) => id))

    answerAll()
    await sending
    expect((await applyMessages(notifications)).early.size).to.equal(0)
    expect(await statuses()).to.deep.equal(['DELIVERED', 'DELIVERED'])
    expect(await Campaign.findById(campaign._id).lean()).to.include({ sentCount: 2, deliveredCount: 2 })
  })

  it('can be opened before its outcome is recorded, and counts as opened once', async () => {
    await submit(1)
    const about = { projectId, emailId: emailIds()[0] ?? '', at: new Date(), messageId: null }
    const opened: EngagementFact = { ...about, key: 'o', kind: 'opened', isMachine: false }
    await recordEmailFacts([opened])

    answerAll()
    await sending
    const [email] = await emails()
    expect(email).to.include({ status: 'OPENED', opens: 1, messageId: `id-${email?._id}` })
    expect(await Campaign.findById(campaign._id).lean()).to.include({ sentCount: 1, openedCount: 1 })
  })

  it('keeps no address of a contact that is deleted during its submission', async () => {
    await submit(2)
    const { contactIds } = await CampaignBatch.findOne({ projectId }).orFail().lean()
    const contactId = contactIds[0] ?? ''
    const deleting = deleteContact({ projectId, contactId }, 0)
    while ((await Job.countDocuments({ projectId, kind: 'ERASE_CONTACTS' })) === 0) await turn()
    answerAll()
    await Promise.all([sending, deleting])
    const job = await Job.findOne({ projectId, kind: 'ERASE_CONTACTS' }).orFail().lean()
    while (!(await eraseContactsSlice({ projectId, jobId: job._id })).isDone) await turn()

    expect(await Email.findOne({ projectId, contactId }).lean()).to.include({ status: 'SENT', to: '', subject: '' })
    expect(await Email.countDocuments({ projectId, to: { $gt: '' } })).to.equal(1)
  })

  it('keeps no address of a contact that is deleted while it is submitted again after a refusal', async () => {
    await submitAgain(1)
    const [email] = await emails()
    await deleteContact({ projectId, contactId: email?.contactId ?? '' }, 0)
    const { _id: jobId } = await Job.findOne({ projectId, kind: 'ERASE_CONTACTS' }).orFail().lean()
    const erased = (async () => {
      while (!(await eraseContactsSlice({ projectId, jobId })).isDone) await turn()
    })()
    await eventually(() => Job.exists({ _id: jobId, cursor: 'stop' }), Boolean)
    answerAll()
    await Promise.all([sending, erased])
    expect((await emails())[0]).to.include({ status: 'SENT', to: '', subject: '' })
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('counts an opt-out by its link before its outcome is recorded', async () => {
    await submit(1)
    const [emailId = ''] = emailIds()
    const { contactIds } = await CampaignBatch.findOne({ projectId }).orFail().lean()
    const leaving = chooseByEmail(
      { projectId, emailId, contactId: contactIds[0] ?? '' },
      { subscribed: false, source: 'page' },
    )
    answerAll()
    await Promise.all([sending, leaving])
    expect(await Campaign.findById(campaign._id).lean()).to.include({ unsubscribedCount: 1, sentCount: 1 })
  })

  it('has its outcome recorded although the campaign is deleted during its submission', async () => {
    await submit(2)
    await cancelCampaign(ref(), 0)
    await deleteCampaign(ref())
    expect((await emails()).map(({ _id, status }) => ({ _id, status }))).to.have.deep.members(
      emailIds().map((_id) => ({ _id, status: 'SENDING' })),
    )
    answerAll()
    await sending
    expect(await statuses()).to.deep.equal(['SENT', 'SENT'])
  })
})
