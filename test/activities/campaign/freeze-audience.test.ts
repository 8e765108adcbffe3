import { expect } from 'chai'
import { freezeBatch, UNFROZEN, type FreezeProgress } from '../../../commands/sending/campaigns/freeze-audience.js'
import { Campaign, CampaignBatch, Contact } from '../../support/models.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { storeContacts } from '../../support/conditions.js'
import { createContact, createContacts } from '../../support/factories.js'
import {
  begunCampaign,
  campaignActivities,
  freeze,
  frozenCampaign,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

const WINDOW = 5_000

describe('freezing an audience', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  /** Freezes the whole audience from the beginning; returns where each batch ended. */
  async function endsOfBatches(campaign: CampaignRecord): Promise<(string | null)[]> {
    const ends: (string | null)[] = []
    for (let progress: FreezeProgress = UNFROZEN; !progress.isDone;) {
      progress = (await freezeBatch(campaign, progress)) ?? { ...progress, isDone: true }
      ends.push(progress.after)
    }
    return ends
  }

  it('has the same result again, although a contact has gone from a batch without recipients', async () => {
    await storeContacts(
      projectId,
      Array.from({ length: WINDOW }, () => ({ subscribed: false })),
    )
    await createContact({ projectId })
    const { _id, parts } = await begunCampaign({ projectId })
    const campaign = { ...(await Campaign.findById(_id).orFail().lean()), parts: parts || 1 }
    const before = await endsOfBatches(campaign)
    await Contact.deleteOne({ projectId, subscribed: false })

    expect(await endsOfBatches(campaign)).to.deep.equal(before)
    const batches = await CampaignBatch.find({ projectId }).lean()
    expect(batches.flatMap(({ contactIds }) => contactIds)).to.have.length(1)
  })

  it('makes as many parts as the audience needs that has grown since the campaign was written', async () => {
    await createContact({ projectId })
    const begun = await begunCampaign({ projectId, totalRecipients: 1 })
    await storeContacts(
      projectId,
      Array.from({ length: 5_100 }, () => ({ subscribed: true })),
    )
    await ContactCount.create({ _id: projectId, contacts: 5_100, subscribed: 5_100 })
    expect(await freeze(campaignActivities(provider), begun)).to.equal(3)
    const batches = await CampaignBatch.find({ projectId }).lean()
    expect(new Set(batches.map(({ part }) => part))).to.deep.equal(new Set([0, 1, 2]))
  })

  it('adds no recipient once it is complete, although a worker that was taken for dead continues it', async () => {
    await createContacts(3, { projectId })
    const { campaign: begun, sendAll, finish } = await frozenCampaign({ projectId }, provider)
    const asTheOtherSawIt = { ...(await Campaign.findById(begun._id).orFail().lean()), frozenAt: null }
    await sendAll()

    expect(await freezeBatch(asTheOtherSawIt, UNFROZEN)).to.equal(null)
    const { isFinished, campaign } = await finish()
    expect(isFinished).to.equal(true)
    expect(campaign).to.include({ status: 'SENT', sentCount: 3 })
    expect(provider.taken).to.have.length(3)
  })
})
