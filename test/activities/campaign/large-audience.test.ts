import { expect } from 'chai'
import { createEmailComposer } from '../../../activities/delivery/create-email-composer.js'
import { Campaign, CampaignBatch, Email, Suppression } from '../../support/models.js'
import { CAMPAIGN_COUNTERS, type CampaignRecord } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { storeContacts } from '../../support/conditions.js'
import { useDatabase } from '../../support/database.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createContact, createProject } from '../../support/factories.js'
import { begunCampaign, campaignActivities, fakeProvider, freeze, frozenCampaign } from './campaign-walk.js'

interface Row {
  _id: string
  email: string
}

describe('an audience of several batches and parts', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    await createContact({ projectId: (await createProject()).id })
  })

  /** So many contacts, in the order of their ids. */
  const populate = async (count: number, isSubscribed = (_n: number) => true): Promise<Row[]> => {
    const contacts = Array.from({ length: count }, (_, n) => ({ subscribed: isSubscribed(n) }))
    const ids = await storeContacts(projectId, contacts)
    const rows = ids.map((_id, n) => ({ _id, email: `${_id}@example.com`, subscribed: isSubscribed(n) }))
    const subscribed = rows.filter((row) => row.subscribed).length
    await ContactCount.create({ _id: projectId, projectId, contacts: count, subscribed })
    return rows
  }
  /**
   * Stores so many contacts, some of them unsubscribed or suppressed, after `strangers` of which only the first
   * two are subscribed; returns all of them, and the wanted recipients.
   */
  const populateDensely = async (count: number, strangers = 0): Promise<{ all: Row[]; wanted: Row[] }> => {
    const isSubscribed = (n: number) => (n < strangers ? n < 2 : n % 10 !== 0)
    const isSuppressed = (n: number) => n >= strangers && n % 70 === 1
    const all = await populate(strangers + count, isSubscribed)
    const suppressed = all.filter((_, n) => isSuppressed(n))
    await Suppression.insertMany(suppressed.map(({ email }) => ({ projectId, email, reason: 'BOUNCE' as const })))
    return { all, wanted: all.filter((_, n) => isSubscribed(n) && !isSuppressed(n)) }
  }

  const activities = campaignActivities(fakeProvider())
  const batchesOf = ({ _id: campaignId }: CampaignRecord) =>
    CampaignBatch.find({ projectId, campaignId }).sort({ _id: 1 }).lean()
  const totalOf = async ({ _id }: CampaignRecord) => (await Campaign.findById(_id).orFail().lean()).totalRecipients

  /** How many contacts are missing, are in the audience twice, and are in it although they are not wanted. */
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

  it('has each wanted recipient in one batch of one part, and no other contact', async () => {
    const { wanted } = await populateDensely(7_000)
    expect(wanted).to.have.length(6_200)
    const campaign = await begunCampaign({ projectId })

    expect(await freeze(activities, campaign)).to.equal(3)

    expect(await faultsOf(campaign, wanted)).to.deep.equal(NONE)
    expect(await totalOf(campaign)).to.equal(6_200)
    const batches = await batchesOf(campaign)
    expect(new Set(batches.map(({ part }) => part))).to.deep.equal(new Set([0, 1, 2]))
    for (const { contactIds } of batches) expect(contactIds.length).to.be.at.most(2_400)
  })

  it('gets the campaign once each by parts that send side by side, and it ends SENT with exact counters', async () => {
    // Two batches, because a batch ends after a number of contacts that were read.
    const isSubscribed = (n: number) => n < 300 || n >= 5_200
    const contacts = (await populate(5_500, isSubscribed)).filter((_, n) => isSubscribed(n))
    // The number of parts comes from an estimate, which may be wrong.
    await ContactCount.updateOne({ _id: projectId, projectId }, { $set: { contacts: 2_600, subscribed: 2_600 } })
    const provider = fakeProvider()
    const deps = deliveryDeps(provider)
    const begunAt = new Date()
    const sending = await frozenCampaign({ projectId }, provider, createEmailComposer(deps.settings))
    const { campaign, parts } = sending
    expect(parts).to.equal(2)
    expect((await batchesOf(campaign)).map(({ part, contactIds }) => [part, contactIds.length])).to.have.deep.members([
      [0, 300],
      [1, 300],
    ])

    expect(await sending.sendAll()).to.equal(600)
    const { isFinished, campaign: sent } = await sending.finish()

    expect(isFinished).to.equal(true)
    expect(provider.taken).to.have.length(600)
    const reached = new Set(provider.taken.map(({ to }) => to))
    expect(contacts.filter(({ email }) => !reached.has(email))).to.deep.equal([])
    expect(sent).to.include({ status: 'SENT', totalRecipients: 600, pausedAt: null })
    expect(sent.sentAt?.getTime()).to.be.within(begunAt.getTime(), Date.now())
    const counted = CAMPAIGN_COUNTERS.filter((counter) => sent[counter] !== 0)
    expect(counted.map((counter) => [counter, sent[counter]])).to.deep.equal([['sentCount', 600]])
    expect(await Email.countDocuments({ projectId, campaignId: campaign._id, status: 'SENT' })).to.equal(600)
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })
})
