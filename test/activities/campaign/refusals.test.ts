import { expect } from 'chai'
import type { CampaignActivities } from '../../../activities/campaign.js'
import type { SliceStart } from '../../../activities/campaign/send-slice.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { pauseCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { Email } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { asActivity } from '../../support/activity-context.js'
import { createContact, createContacts } from '../../support/factories.js'
import {
  addressesOf,
  addressesTaken,
  counters,
  frozenCampaign,
  refuse,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

describe('a campaign whose provider refuses messages for a while', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  const contacts = (count: number) => createContacts(count, { projectId })
  /** Runs one slice of a campaign with one part, from where another ended. */
  const slice = (activities: CampaignActivities, { _id: campaignId }: CampaignRecord, start?: SliceStart) =>
    asActivity(() => activities.sendSlice({ projectId, campaignId, part: 0, ...(start ? { start } : {}) }))
  /** Splits the only batch of an audience of this size into several. */
  const intoBatchesOf = async (size: number) => {
    const whole = await CampaignBatch.findOneAndDelete({ projectId }).orFail().lean()
    const starts = Array.from({ length: Math.ceil(whole.contactIds.length / size) }, (_, n) => n * size)
    const batchAt = (at: number) => ({
      ...whole,
      _id: newId(),
      baseId: newId(),
      contactIds: whole.contactIds.slice(at, at + size),
    })
    await CampaignBatch.insertMany(starts.map(batchAt))
  }

  it('tries again the recipients that the provider refused temporarily', async () => {
    const audience = await contacts(20)
    provider.answer = () => refuse('throttled')
    const { sendOnce, sendAll, finish } = await frozenCampaign({ projectId }, provider)
    const [first] = await sendOnce()
    expect(first).to.include({ resolved: 0, isDone: false })
    expect(first?.pauseMs).to.be.above(0)
    expect((await finish()).isFinished).to.equal(false)

    provider.taken = []
    provider.answer = () => undefined
    await sendAll()
    expect(addressesTaken(provider)).to.deep.equal(addressesOf(audience))
    expect(counters((await finish()).campaign)).to.deep.equal({ sentCount: 20 })
  })

  it('pauses for a provider that refuses everything, probes it with few, and reaches all recipients in the end', async () => {
    const audience = await contacts(90)
    const { activities, campaign, parts } = await frozenCampaign({ projectId }, provider)
    await intoBatchesOf(30)
    provider.answer = () => refuse('throttled')
    const tried = () => new Set(addressesTaken(provider)).size

    const first = await slice(activities, campaign)
    expect(first).to.deep.include({ resolved: 0, isDone: false, pauseMs: 5_000 })
    expect(tried()).to.be.at.most(30)
    let before = tried()
    let { next } = first
    for (let again = 0; again < 2; again += 1) {
      ;({ next } = await slice(activities, campaign, next))
      expect(tried() - before).to.be.at.most(25)
      before = tried()
    }

    provider.answer = () => undefined
    provider.taken.length = 0
    for (let isDone = false; !isDone;) ({ next, isDone } = await slice(activities, campaign, next))
    expect(addressesTaken(provider)).to.deep.equal(addressesOf(audience))
    expect(next.isHalfOpen, 'still tries few at a time').to.equal(false)
    expect(parts).to.equal(1)
  })

  it('reaches untried recipients behind any number of addresses that are refused for long', async () => {
    for (let made = 0; made < 30; made += 1) {
      await createContact({ projectId, email: `${made}@slow.example` })
      await createContact({ projectId })
    }
    const refuseTheSlow: FakeProvider['answer'] = async ({ to }) => {
      if (to.endsWith('@slow.example')) refuse('temporary')
    }
    let turns = Infinity
    const { sendOnce } = await frozenCampaign({ projectId }, provider, {
      acquirePermits: async (_projectId, wanted) => ({ permits: Math.min(turns, wanted), retryAfterMs: 0 }),
    })
    await intoBatchesOf(10)
    provider.answer = async (message) => {
      if (provider.taken.length >= 40) turns = 0
      await refuseTheSlow(message)
    }
    const sent = () => Email.countDocuments({ projectId, status: 'SENT' })
    await sendOnce()
    expect(await sent()).to.be.within(1, 29)
    turns = Infinity
    provider.answer = refuseTheSlow
    // Each slice begins with the refused addresses. A slow machine does not reach all others in one slice.
    for (let slices = 0; slices < 5 && (await sent()) < 30; slices += 1) await sendOnce()
    expect(await sent()).to.equal(30)
  })

  it('revisits deferred recipients ever later, and soon again once a round has gone well', async () => {
    await contacts(40)
    const { activities, campaign } = await frozenCampaign({ projectId }, provider)
    await intoBatchesOf(20)
    const started = { after: '', isHalfOpen: false, deferredSinceMs: null, revisitAfterMs: 480_000 }
    provider.answer = () => refuse('throttled')
    const { next } = await slice(activities, campaign, started)
    expect(next).to.include({ revisitAfterMs: 60_000, isHalfOpen: true })
    expect(next.after).not.to.equal('')

    await pauseCampaign({ projectId, campaignId: campaign._id }, 0)
    const soon = await slice(activities, campaign, next)
    expect(soon.next).to.deep.equal(next)
    const late = await slice(activities, campaign, { ...next, deferredSinceMs: Date.now() - 60_000 })
    expect(late.next).to.deep.equal({ after: '', isHalfOpen: true, deferredSinceMs: null, revisitAfterMs: 120_000 })
  })

  it('continues with other recipients although the one with a permit is refused again and again', async () => {
    const audience = await contacts(12)
    const acquirePermits = async () => ({ permits: 1, retryAfterMs: 0 })
    const { activities, campaign } = await frozenCampaign({ projectId }, provider, { acquirePermits })
    provider.answer = ({ to }) => {
      if (to === provider.taken[0]?.to) refuse('temporary')
    }
    let start: SliceStart | undefined
    for (let slices = 0; slices < 4; slices += 1) {
      start = (await slice(activities, campaign, start)).next
    }
    expect(await Email.countDocuments({ projectId, status: 'SENT' })).to.equal(audience.length - 1)
  })
})
