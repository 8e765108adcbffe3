import { expect } from 'chai'
import { createCampaignComposer } from '../../../activities/campaign/create-campaign-composer.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Campaign, CAMPAIGN_COUNTERS, type CampaignRecord } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { Suppression } from '../../../models/suppression.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createContact, createProject } from '../../support/factories.js'
import { begunCampaign, campaignActivities, fakeProvider, finish, freeze, sendAll } from './campaign-walk.js'

const MOST_ATTEMPTS = 50

/** What the next worker hears of what a dead one had told of its progress. */
const HEARD = ['all of it', 'all but the last of it', 'nothing of it'] as const

interface Row {
  _id: string
  email: string
}

describe('an audience of several batches, parts and windows', () => {
  useDatabase({ isEmptied: 'before each' })
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    await createContact({ projectId: (await createProject()).id })
  })

  /** So many contacts, in the order of their ids. */
  const populate = async (count: number, isSubscribed = (_n: number) => true): Promise<Row[]> => {
    const rows = Array.from({ length: count }, (_, n) => ({
      _id: newId(),
      projectId,
      email: `contact-${n}@example.com`,
      subscribed: isSubscribed(n),
    }))
    await Contact.insertMany(rows)
    const subscribed = rows.filter((row) => row.subscribed).length
    await ContactCount.create({ _id: projectId, contacts: count, subscribed })
    return rows
  }
  /** 7,000 contacts everywhere among whom are some who get nothing; returns the 6,200 who do. */
  const populateDensely = async (): Promise<Row[]> => {
    const isSubscribed = (n: number) => n % 10 !== 0
    const isSuppressed = (n: number) => n % 70 === 1
    const rows = await populate(7_000, isSubscribed)
    const suppressed = rows.filter((_, n) => isSuppressed(n))
    await Suppression.insertMany(suppressed.map(({ email }) => ({ projectId, email, reason: 'BOUNCE' as const })))
    return rows.filter((_, n) => isSubscribed(n) && !isSuppressed(n))
  }
  /** 6,200 contacts whose first 5,100, more than are looked through at once, get nothing. */
  const populateSparsely = () => populate(6_200, (n) => n >= 5_100)

  const activities = campaignActivities(fakeProvider())
  const batchesOf = ({ _id: campaignId }: CampaignRecord) =>
    CampaignBatch.find({ projectId, campaignId }).sort({ _id: 1 }).lean()
  const totalOf = async ({ _id }: CampaignRecord) => (await Campaign.findById(_id).orFail().lean()).totalRecipients

  /** How many contacts were forgotten, taken more than once, and taken although they are not among those wanted. */
  const faultsOf = async (campaign: CampaignRecord, wanted: Row[]) => {
    const all = (await batchesOf(campaign)).flatMap(({ contactIds }) => contactIds)
    const taken = new Set(all)
    const ids = new Set(wanted.map(({ _id }) => _id))
    return {
      missing: [...ids].filter((id) => !taken.has(id)).length,
      twice: all.length - taken.size,
      strangers: [...taken].filter((id) => !ids.has(id)).length,
    }
  }
  const NONE = { missing: 0, twice: 0, strangers: 0 }

  /** Where each batch begins and ends, and whose it is. */
  const outlineOf = async (campaign: CampaignRecord) =>
    (await batchesOf(campaign)).map(({ part, contactIds }) => ({
      part,
      size: contactIds.length,
      first: contactIds.at(0),
      last: contactIds.at(-1),
    }))

  /** Freezes by workers each of whom dies after one step more than those before it; returns how many died. */
  const freezeWithDeaths = async (
    { _id: campaignId }: CampaignRecord,
    heard: (typeof HEARD)[number],
    afterDeath: (deaths: number) => Promise<unknown> = async () => undefined,
  ): Promise<number> => {
    const steps = new Set<string>()
    let told: unknown
    const heartbeat = (details: unknown): void => {
      const isFirst = !steps.has(JSON.stringify(details))
      steps.add(JSON.stringify(details))
      if (heard === 'all of it' || (heard !== 'nothing of it' && !isFirst)) told = details
      if (isFirst) throw new Error('died')
    }
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const before = steps.size
      const work = () => activities.freezeAudience({ projectId, campaignId })
      const frozen = await asActivity(work, 1, { heartbeat, heartbeatDetails: told }).catch((error: Error) => {
        if (error.message !== 'died') throw error
        return null
      })
      if (frozen?.isDone) return steps.size
      if (steps.size > before) await afterDeath(steps.size)
    }
    throw new Error(`Still not frozen after ${MOST_ATTEMPTS} attempts`)
  }

  it('has everyone who should get it in one batch of one part, and nobody else', async () => {
    const wanted = await populateDensely()
    expect(wanted).to.have.length(6_200)
    const campaign = await begunCampaign({ projectId })

    expect(await freeze(activities, campaign)).to.equal(4)

    expect(await faultsOf(campaign, wanted)).to.deep.equal(NONE)
    expect(await totalOf(campaign)).to.equal(6_200)
    const batches = await batchesOf(campaign)
    expect(new Set(batches.map(({ part }) => part))).to.deep.equal(new Set([0, 1, 2, 3]))
    for (const { contactIds } of batches) expect(contactIds.length).to.be.at.most(1_000)
  })

  it('finds those who come after thousands who get nothing', async () => {
    const contacts = await populateSparsely()
    const campaign = await begunCampaign({ projectId })
    expect(await freeze(activities, campaign)).to.equal(1)
    expect(await faultsOf(campaign, contacts.slice(5_100))).to.deep.equal(NONE)
    expect(await totalOf(campaign)).to.equal(1_100)
  })

  for (const heard of HEARD) {
    it(`is the same when it is taken by workers who die at every step, and ${heard} was heard`, async () => {
      const wanted = await populateDensely()
      const [untroubled, campaign] = [await begunCampaign({ projectId }), await begunCampaign({ projectId })]
      await freeze(activities, untroubled)

      expect(await freezeWithDeaths(campaign, heard)).to.equal(7)

      expect(await faultsOf(campaign, wanted)).to.deep.equal(NONE)
      expect(await totalOf(campaign)).to.equal(6_200)
      expect(await outlineOf(campaign)).to.deep.equal(await outlineOf(untroubled))
    })

    it(`is the same whatever became of those who were taken or passed over, and ${heard} was heard`, async () => {
      const wanted = await populateDensely()
      const unsubscribed = await Contact.find({ projectId, subscribed: false }, { _id: 1 }).sort({ _id: 1 }).lean()
      const [first, second, third] = wanted
      const change = async (deaths: number): Promise<void> => {
        if (deaths !== 3) return
        await Contact.deleteOne({ _id: first?._id })
        await Contact.updateOne({ _id: second?._id }, { $set: { subscribed: false } })
        await Suppression.create({ projectId, email: third?.email, reason: 'BOUNCE' })
        await Contact.updateOne({ _id: unsubscribed[0]?._id }, { $set: { subscribed: true } })
      }
      const campaign = await begunCampaign({ projectId })
      await freezeWithDeaths(campaign, heard, change)
      expect(await faultsOf(campaign, wanted)).to.deep.equal(NONE)
      expect(await totalOf(campaign)).to.equal(6_200)
    })

    it(`is the same whatever became of thousands who get nothing, and ${heard} was heard`, async () => {
      const contacts = await populateSparsely()
      const leavers = contacts.slice(0, 10).map(({ _id }) => _id)
      const change = async (deaths: number): Promise<void> => {
        if (deaths !== 3) return
        await Contact.deleteMany({ _id: { $in: leavers } })
        await Contact.updateOne({ _id: contacts[20]?._id }, { $set: { subscribed: true } })
      }
      const campaign = await begunCampaign({ projectId })
      expect(await freezeWithDeaths(campaign, heard, change)).to.be.at.least(3)
      expect(await faultsOf(campaign, contacts.slice(5_100))).to.deep.equal(NONE)
      expect(await totalOf(campaign)).to.equal(1_100)
    })
  }

  it('gets the campaign once each from parts that send side by side, and it ends SENT with true counters', async () => {
    const contacts = await populate(2_300)
    const provider = fakeProvider()
    const deps = deliveryDeps(provider)
    const sending = campaignActivities(provider, createCampaignComposer(deps.settings))
    const campaign = await begunCampaign({ projectId })
    const begunAt = new Date()
    const parts = await freeze(sending, campaign)
    expect(parts).to.equal(2)

    expect(await sendAll(sending, campaign, parts)).to.equal(2_300)
    const { isFinished, campaign: sent } = await finish(sending, campaign)

    expect(isFinished).to.equal(true)
    expect(provider.taken).to.have.length(2_300)
    const reached = new Set(provider.taken.map(({ to }) => to))
    expect(contacts.filter(({ email }) => !reached.has(email))).to.deep.equal([])
    expect(sent).to.include({ status: 'SENT', totalRecipients: 2_300, pausedAt: null })
    expect(sent.sentAt?.getTime()).to.be.within(begunAt.getTime(), Date.now())
    const counted = CAMPAIGN_COUNTERS.filter((counter) => sent[counter] !== 0)
    expect(counted.map((counter) => [counter, sent[counter]])).to.deep.equal([['sentCount', 2_300]])
    expect(await Email.countDocuments({ projectId, campaignId: campaign._id, status: 'SENT' })).to.equal(2_300)
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })
})
