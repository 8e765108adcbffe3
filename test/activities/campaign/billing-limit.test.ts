import { expect } from 'chai'
import type { AppError } from '../../../models/domain/errors.js'
import { resumeCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { Project } from '../../../models/project.js'
import { Suppression } from '../../../models/suppression.js'
import { asActivity } from '../../support/activity-context.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import { createCampaign, createContacts } from '../../support/factories.js'
import { campaignActivities, counters, frozenCampaign, useCampaignScene, type FakeProvider } from './campaign-walk.js'

const ON = { hasBilling: true }

describe('a campaign of a project with a limit', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  const limit = (campaigns: number | null) =>
    Project.updateOne({ _id: projectId }, { $set: { 'billing.limits.campaigns': campaigns } })
  const limited = () => ({ settings: deliveryDeps(provider, ON).settings })
  const ref = ({ _id }: CampaignRecord) => ({ projectId, campaignId: _id })
  const read = ({ _id }: CampaignRecord) => Campaign.findOne({ _id, projectId }).orFail().lean()

  it('is paused with the reason at exactly the limit, and continues once the limit is raised', async () => {
    await createContacts(90, { projectId })
    await limit(37)
    const { campaign, sendOnce, sendAll, finish } = await frozenCampaign({ projectId }, provider, limited())
    const slices = await sendOnce()
    expect(slices.some(({ isPaused }) => isPaused)).to.equal(true)
    // The pause of one group also holds back messages of another that have not been submitted yet.
    const resume = () => resumeCampaign(ref(campaign), ON).catch((error: AppError) => error)
    let refused = await resume()
    while (!('code' in refused && refused.code === 'BILLING_LIMIT_EXCEEDED')) {
      await sendOnce()
      refused = await resume()
    }
    expect(refused).to.have.deep.property('details', { category: 'campaigns', limit: 37, usage: 37 })
    expect(provider.taken.length).to.be.at.most(37)
    expect(await read(campaign)).to.include({ status: 'SENDING', pausedReason: 'BILLING_LIMIT' })

    await limit(90)
    await resumeCampaign(ref(campaign), ON)
    expect(await read(campaign)).to.include({ pausedAt: null, pausedReason: null })
    await sendAll()
    expect(provider.taken.length).to.equal(90)
    expect(counters((await finish()).campaign)).to.deep.equal({ sentCount: 90 })
  })

  it('counts no recipient who gets no email', async () => {
    const audience = await createContacts(40, { projectId })
    for (const { email } of audience.slice(0, 30)) await Suppression.create({ projectId, email, reason: 'BOUNCE' })
    await limit(40)
    for (const _ of [1, 2, 3, 4]) {
      const { sendAll, finish } = await frozenCampaign({ projectId }, provider, limited())
      await sendAll()
      expect((await finish()).campaign).to.include({ status: 'SENT', sentCount: 10 })
    }
    expect(provider.taken).to.have.length(40)
  })

  it('is paused when it is due and the limit is used up', async () => {
    await createContacts(3, { projectId })
    await limit(0)
    const scheduled = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor: new Date(0) })
    expect(await asActivity(() => campaignActivities(provider, limited()).beginCampaign(ref(scheduled)))).to.deep.equal(
      { state: 'sending' },
    )
    expect(await read(scheduled)).to.include({ status: 'SENDING', pausedReason: 'BILLING_LIMIT' })
  })

  it('is not limited where billing is off', async () => {
    await createContacts(5, { projectId })
    await limit(0)
    await (await frozenCampaign({ projectId }, provider)).sendAll()
    expect(provider.taken).to.have.length(5)
  })
})
