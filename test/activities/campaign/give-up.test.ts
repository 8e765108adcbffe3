import { expect } from 'chai'
import type { ProviderErrorKind } from '../../../activities/providers/provider.js'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { pauseCampaign, resumeCampaign } from '../../../commands/sending/campaigns/pause-campaign.js'
import { Email } from '../../../models/email.js'
import { createContact } from '../../support/factories.js'
import {
  campaignActivities,
  finish,
  frozenCampaign,
  refuse,
  sendAll,
  sendOnce,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)

describe('an email of a campaign that is deferred for long', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))
  let campaign: CampaignRecord
  let parts: number

  const ref = () => ({ projectId, campaignId: campaign._id })
  const answerWith = (kind: ProviderErrorKind): void => {
    provider.answer = () => refuse(kind)
  }
  /** An email that the provider has refused since its claim, so many hours ago. */
  const deferred = async (hours: number, kind: ProviderErrorKind = 'throttled'): Promise<void> => {
    await createContact({ projectId })
    answerWith(kind)
    const begun = await frozenCampaign({ projectId }, provider)
    ;({ campaign, parts } = begun)
    await begun.sendOnce()
    // The models never change the date of creation.
    await Email.collection.updateOne({ projectId }, { $set: { createdAt: hoursAgo(hours) } })
  }
  const wasPausedFor = async (hours: number): Promise<void> => {
    await pauseCampaign(ref(), 0)
    await Campaign.updateOne({ _id: campaign._id, projectId }, { $set: { pausedAt: hoursAgo(hours) } })
    await resumeCampaign(ref())
  }
  /** Runs one more slice; returns the states of the campaign and of its email. */
  const tryAgain = async (changes: Parameters<typeof campaignActivities>[1] = {}) => {
    const activities = campaignActivities(provider, changes)
    const [slice] = await sendOnce(activities, campaign, parts)
    const { isFinished, campaign: after } = await finish(activities, campaign)
    const { status, error } = await Email.findOne({ projectId }).orFail().lean()
    return { status, error, isDone: slice?.isDone, isFinished, ended: after.status, failed: after.failedCount }
  }
  const GIVEN_UP = { status: 'FAILED', isDone: true, isFinished: true, ended: 'SENT', failed: 1 }
  const WAITING = { status: 'PENDING', error: null, isDone: false, isFinished: false, ended: 'SENDING', failed: 0 }
  const isStillSent = async (): Promise<void> => {
    provider.answer = () => undefined
    await sendAll(campaignActivities(provider), campaign, parts)
    expect(await Email.findOne({ projectId }).orFail().lean()).to.include({ status: 'SENT' })
  }

  for (const kind of ['throttled', 'temporary'] as const) {
    it(`is FAILED with the reason of a provider that is ${kind} for a day, and the campaign ends`, async () => {
      await deferred(25, kind)
      expect(await tryAgain()).to.deep.equal({ ...GIVEN_UP, error: `fake: 503 Busy (${kind})` })
    })
  }

  it('waits for the provider for up to a day', async () => {
    await deferred(23)
    expect(await tryAgain()).to.deep.equal(WAITING)
    await isStillSent()
  })

  it('gets as much more time as the campaign was paused', async () => {
    await deferred(25)
    await wasPausedFor(2)
    expect(await tryAgain()).to.deep.equal(WAITING)
    await isStillSent()
  })

  it('gets no more time than that', async () => {
    await deferred(27)
    await wasPausedFor(2)
    expect(await tryAgain()).to.deep.equal({ ...GIVEN_UP, error: 'fake: 503 Busy (throttled)' })
  })

  it('is not given up because of a pause meanwhile', async () => {
    await deferred(48)
    const acquirePermits = async (_projectId: string, permits: number) => {
      await pauseCampaign(ref(), 0)
      return { permits, retryAfterMs: 0 }
    }
    expect(await tryAgain({ acquirePermits })).to.deep.equal(WAITING)
    expect(provider.taken).to.have.length(1)
    await resumeCampaign(ref())
    await isStillSent()
  })

  it('is not given up because of our own sending rate', async () => {
    await deferred(48)
    expect(await tryAgain({ acquirePermits: async () => ({ permits: 0, retryAfterMs: 1_000 }) })).to.deep.equal(WAITING)
    expect(provider.taken).to.have.length(1)
    await isStillSent()
  })

  it('is not given up while the provider may have taken it', async () => {
    await deferred(48, 'unknown')
    expect(await tryAgain()).to.deep.equal({ ...WAITING, status: 'SENDING' })
    expect(provider.taken).to.have.length(1)
  })
})
