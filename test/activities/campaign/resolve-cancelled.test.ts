import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { createFactRecorder } from '../../../activities/delivery/fact-recorder.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { cancelCampaign } from '../../../commands/sending/campaigns/cancel-campaign.js'
import { Email } from '../../../models/email.js'
import { createContacts } from '../../support/factories.js'
import {
  campaignActivities,
  fakeProvider,
  finish,
  frozenCampaign,
  refuse,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

describe('the unsent rest of a cancelled campaign', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  const statuses = async () => (await Email.find({ projectId }).lean()).map(({ status }) => status).toSorted()
  /** A campaign whose emails wait, because its provider refused them. */
  const refused = async (contacts: number): Promise<CampaignRecord> => {
    await createContacts(contacts, { projectId })
    provider.answer = () => refuse('temporary')
    const { campaign, sendOnce } = await frozenCampaign({ projectId }, provider)
    await sendOnce()
    return campaign
  }

  it('is completed without waiting for the sending rate', async () => {
    const campaign = await refused(20)
    await cancelCampaign({ projectId, campaignId: campaign._id }, 0)
    const activities = campaignActivities(fakeProvider(), {
      acquirePermits: async () => ({ permits: 0, retryAfterMs: 60_000 }),
    })

    expect((await finish(activities, campaign)).isFinished).to.equal(true)
    expect(await statuses()).to.deep.equal(Array.from({ length: 20 }, () => 'SKIPPED'))
    expect(await CampaignBatch.countDocuments({ projectId })).to.equal(0)
  })

  it('is completed although a worker holds some of it, and records them at the last moment', async () => {
    const answers: (() => void)[] = []
    await createContacts(6, { projectId })
    // The first is deferred at once; the others are being submitted.
    provider.answer = async () => {
      if (provider.taken.length > 1) await new Promise<void>((resolve) => answers.push(resolve))
      refuse('temporary')
    }
    let turns = 1
    const { campaign, sendOnce } = await frozenCampaign({ projectId }, provider, {
      acquirePermits: async () => ({ permits: turns++ === 1 ? 1 : 5, retryAfterMs: 0 }),
    })
    const [first] = await sendOnce()
    expect(first?.isDone).to.equal(false)
    const rest = sendOnce()
    while (answers.length < 5) await turn()
    await cancelCampaign({ projectId, campaignId: campaign._id }, 0)

    const answerAll = async () => {
      for (const answer of answers) answer()
      await rest
    }
    const recorder = createFactRecorder()
    const settling = campaignActivities(fakeProvider(), {
      recorder: {
        record: (facts) =>
          recorder.record(facts).map(async (stored) => {
            await stored
            await answerAll()
          }),
      },
    })
    expect((await finish(settling, campaign)).isFinished).to.equal(false)
    await answerAll()
    expect((await finish(settling, campaign)).isFinished).to.equal(true)
    expect(await statuses()).to.deep.equal(Array.from({ length: 6 }, () => 'SKIPPED'))
  })
})
