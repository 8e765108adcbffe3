import { expect } from 'chai'
import { createEmailComposer } from '../../../activities/delivery/create-email-composer.js'
import { Campaign, CampaignBatch, Contact, Email, Suppression } from '../../support/models.js'
import { CAMPAIGN_COUNTERS, type CampaignRecord } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { asActivity } from '../../support/activity-context.js'
import { storeContacts } from '../../support/conditions.js'
import { useDatabase } from '../../support/database.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createContact, createProject } from '../../support/factories.js'
import { begunCampaign, campaignActivities, fakeProvider, freeze, frozenCampaign } from './campaign-walk.js'

const MOST_ATTEMPTS = 50

/** The heartbeat details that the next worker gets from a dead one. */
const HEARD = ['all of it', 'all but the last of it', 'nothing of it'] as const

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
    await ContactCount.create({ _id: projectId, contacts: count, subscribed })
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

  /** The first and the last contact of each batch, and its recipients. */
  const outlineOf = async (campaign: CampaignRecord) =>
    (await batchesOf(campaign)).map(({ part, contactIds }) => ({
      part,
      size: contactIds.length,
      first: contactIds.at(0),
      last: contactIds.at(-1),
    }))

  /** Freezes by several workers, each of which dies one step later than the previous one; returns how many died. */
  const freezeWithDeaths = async (
    { _id: campaignId }: CampaignRecord,
    heard: (typeof HEARD)[number],
    afterDeath: (deaths: number) => Promise<unknown>,
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

  it('is the same when the freezing worker dies at every step while contacts change', async () => {
    // More contacts without a subscription than one query reads.
    const { all, wanted } = await populateDensely(5_600, 5_100)
    const untroubled = await begunCampaign({ projectId })
    expect(await freeze(activities, untroubled)).to.equal(3)
    const change = async (): Promise<void> => {
      // Of the recipients: the first two are among the unsubscribed contacts, and the others in the batch after them.
      const [first, second, third, fourth] = wanted
      await Contact.deleteMany({ _id: { $in: [first?._id ?? '', third?._id ?? ''] } })
      await Contact.updateOne({ _id: second?._id }, { $set: { subscribed: false } })
      await Suppression.create({ projectId, email: fourth?.email, reason: 'BOUNCE' })
      // Of the skipped contacts.
      await Contact.deleteMany({ _id: { $in: all.slice(2, 12).map(({ _id }) => _id) } })
      await Contact.updateMany(
        { _id: { $in: all.filter((_, n) => n === 20 || n === 5_110).map(({ _id }) => _id) } },
        { $set: { subscribed: true } },
      )
    }
    let changed: (done: Promise<void>) => void
    const isChanged = new Promise<void>((resolve) => (changed = resolve))
    let waiting = 0
    /** Changes the contacts once every campaign has seen the third death. */
    const afterDeath = async (deaths: number): Promise<void> => {
      if (deaths !== 3) return
      waiting += 1
      if (waiting === HEARD.length) changed(change())
      await isChanged
    }
    const frozen = HEARD.map(async (heard) => {
      const campaign = await begunCampaign({ projectId })
      expect(await freezeWithDeaths(campaign, heard, afterDeath), heard).to.equal(4)
      return { heard, campaign }
    })
    const outline = await outlineOf(untroubled)
    for (const { heard, campaign } of [{ heard: 'no death', campaign: untroubled }, ...(await Promise.all(frozen))]) {
      expect(await faultsOf(campaign, wanted), heard).to.deep.equal(NONE)
      expect(await totalOf(campaign), heard).to.equal(wanted.length)
      expect(await outlineOf(campaign), heard).to.deep.equal(outline)
    }
  })

  it('gets the campaign once each by parts that send side by side, and it ends SENT with exact counters', async () => {
    // Two batches, because a batch ends after a number of contacts that were read.
    const isSubscribed = (n: number) => n < 300 || n >= 5_200
    const contacts = (await populate(5_500, isSubscribed)).filter((_, n) => isSubscribed(n))
    // The number of parts comes from an estimate, which may be wrong.
    await ContactCount.updateOne({ _id: projectId }, { $set: { contacts: 2_600, subscribed: 2_600 } })
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
