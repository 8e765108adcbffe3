import { expect } from 'chai'
import { cancelCampaign } from '../../../commands/sending/campaigns/cancel-campaign.js'
import { freezeAudience, type FreezeLimits } from '../../../commands/sending/campaigns/freeze-audience.js'
import { requestCampaignSend } from '../../../commands/sending/campaigns/request-campaign-send.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { Campaign, CampaignBatch, Contact, Field } from '../../support/models.js'
import { only, storeContacts } from '../../support/conditions.js'
import { createContacts, createCampaign, createSegment } from '../../support/factories.js'
import { operationsOf } from '../../support/profiled.js'
import {
  begunCampaign,
  campaignActivities,
  finish,
  freeze,
  sendAll,
  sendOnce,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

const READ_TOGETHER = 5_000
const PARTS = 4
const RARELY = 100

describe('freezing an audience', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  /** Stores contacts, of which one in a hundred is subscribed; returns the ids of these. */
  async function populate(count: number): Promise<string[]> {
    const subscribed = (n: number): boolean => n % RARELY === 0
    const ids = await storeContacts(
      projectId,
      Array.from({ length: count }, (_, n) => ({ subscribed: subscribed(n) })),
    )
    return ids.filter((_, n) => subscribed(n))
  }
  const refOf = ({ _id: campaignId }: CampaignRecord) => ({ projectId, campaignId })
  const freezeOn = (campaign: CampaignRecord, limits: Partial<FreezeLimits> = {}) =>
    freezeAudience(refOf(campaign), { begun: PARTS, isOver: () => false, ...limits })
  /** Reads a few thousand contacts, and stores the recipients among them. */
  const oneStep = (campaign: CampaignRecord) => freezeOn(campaign, { isOver: () => true })
  const stored = async ({ _id }: CampaignRecord) => Campaign.findById(_id).orFail().lean()
  const contactsReached = async () => {
    const contacts = await Contact.find({ projectId, email: { $in: provider.taken.map(({ to }) => to) } }).lean()
    return contacts.map(({ _id }) => _id)
  }

  it('lets the first mails leave before it has ended, and the campaign ends with the last of them', async () => {
    const recipients = await populate(2 * READ_TOGETHER + 100)
    const campaign = await begunCampaign({ projectId })
    const activities = campaignActivities(provider)

    expect(await freezeOn(campaign, { begun: 0 })).to.deep.equal({ isDone: false, parts: 1, recipients: 50 })
    const [slice] = await sendOnce(activities, campaign, 1)
    expect(provider.taken).to.have.length(50)
    expect(slice).to.deep.include({ resolved: 50, isDone: false, awaitsAudience: true })
    expect(await stored(campaign)).to.include({ status: 'SENDING', frozenAt: null })

    const parts = await freeze(activities, campaign)
    expect(await stored(campaign)).to.include({ totalRecipients: 101 })
    await sendAll(activities, campaign, parts)
    expect(await contactsReached()).to.have.members(recipients)
    const { campaign: ended } = await finish(activities, campaign)
    expect(ended).to.include({ status: 'SENT', totalRecipients: 101, sentCount: 101 })
  })

  it('reaches every recipient once although its worker dies after each step, while what it stored is sent', async () => {
    const recipients = await populate(3 * READ_TOGETHER + 100)
    const campaign = await begunCampaign({ projectId })
    const activities = campaignActivities(provider)
    const die = (): never => {
      throw new Error('died')
    }
    let deaths = 0
    for (let isDone = false; !isDone; deaths += 1) {
      const frozen = await freezeOn(campaign, { isOver: () => true, onProgress: die }).catch(() => null)
      isDone = frozen?.isDone ?? false
      // The batches are deleted once they are sent.
      await sendOnce(activities, campaign, PARTS)
      if (deaths === 1) await changeContacts(recipients)
    }
    expect(deaths).to.equal(5)
    await sendAll(activities, campaign, PARTS)

    const twice = provider.taken.length - new Set(provider.taken.map(({ to }) => to)).size
    expect([provider.taken.length, twice]).to.deep.equal([recipients.length, 0])
    const { campaign: ended } = await finish(activities, campaign)
    expect(ended).to.include({ status: 'SENT', totalRecipients: recipients.length, sentCount: recipients.length })
  })

  /** Creates a reached contact anew and another one, and subscribes one that was read before. */
  async function changeContacts([reached = '']: string[]): Promise<void> {
    const { email } = await Contact.findById(reached).orFail().lean()
    await Contact.deleteOne({ _id: reached })
    await createContacts(1, { projectId })
    await Contact.create({ projectId, email, subscribed: true })
    const read = await Contact.findOne({ projectId, subscribed: false }).sort({ _id: 1 }).orFail().lean()
    await Contact.updateOne({ _id: read._id }, { $set: { subscribed: true } })
  }

  it('stores each recipient once although several workers freeze it at the same time', async () => {
    const recipients = await populate(2 * READ_TOGETHER + 100)
    const campaign = await begunCampaign({ projectId })
    const worker = async (): Promise<void> => {
      while (!(await oneStep(campaign)).isDone);
    }
    await Promise.all([worker(), worker(), worker()])
    const batches = await CampaignBatch.find({ projectId }).lean()
    expect(batches.flatMap(({ contactIds }) => contactIds)).to.have.members(recipients)
    expect(await stored(campaign)).to.include({ totalRecipients: recipients.length })
  })

  it('ends with a cancellation: nothing is stored or sent after it, also by a worker that still reads', async () => {
    await populate(2 * READ_TOGETHER + 100)
    const campaign = await begunCampaign({ projectId })
    let cancelling: Promise<unknown> | undefined
    // Further steps may be stored before the cancellation is.
    const cancel = (): void => void (cancelling ??= cancelCampaign(refOf(campaign), 1))
    await freezeOn(campaign, { onProgress: cancel })
    await cancelling
    expect(await oneStep(campaign)).to.include({ isDone: true, parts: 0 })

    const activities = campaignActivities(provider)
    expect((await sendOnce(activities, campaign, PARTS)).every(({ isDone }) => isDone)).to.equal(true)
    const { isFinished, campaign: ended } = await finish(activities, campaign)
    expect([isFinished, ended.status, provider.taken.length]).to.deep.equal([true, 'CANCELLED', 0])
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })

  it('reads the members of a static segment alone, and so does the request', async () => {
    await populate(READ_TOGETHER)
    const { _id: segmentId } = await createSegment({ projectId, type: 'STATIC' })
    const members = await createContacts(3, { projectId, segments: [segmentId] })
    const audience = { audienceType: 'SEGMENT', segmentId } as const
    let campaign: CampaignRecord | undefined
    const reads = await operationsOf('contacts', async () => {
      campaign = await begunCampaign({ projectId, ...audience })
      await freezeOn(campaign)
    })
    expect(Math.max(...reads.map(({ docsExamined = 0 }) => docsExamined))).to.be.at.most(members.length)
    const [batch] = await CampaignBatch.find({ projectId }).lean()
    expect(batch?.contactIds).to.deep.equal(members.map(({ _id }) => _id))
  })

  it('is not awaited by the request, which looks at 10,000 contacts at most for a recipient', async () => {
    const [rare] = (await populate(2 * READ_TOGETHER + 101)).slice(-1)
    const audienceCondition = only({ field: 'data.plan', operator: 'equals', value: 'rare' })
    await Contact.updateOne({ _id: rare }, { $set: { 'data.plan': 'rare' } })
    await Field.create({ projectId, key: 'plan', type: 'string' })
    const draft = await createCampaign({ projectId, audienceType: 'FILTERED', audienceCondition })
    const looks = await operationsOf(
      'contacts',
      async () => void (await requestCampaignSend(refOf(draft), null, { allowTestDomains: true, retentionDays: 1 })),
    )
    expect(await stored(draft)).to.include({ status: 'SENDING' })
    expect(looks.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).to.be.within(
      READ_TOGETHER,
      2 * READ_TOGETHER,
    )
  })
})
