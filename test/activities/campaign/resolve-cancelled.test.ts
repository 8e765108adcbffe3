import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { createFactRecorder } from '../../../activities/delivery/fact-recorder.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import type { CampaignRecord } from '../../../models/campaign.js'
import { cancelCampaign } from '../../../commands/campaigns/cancel-campaign.js'
import { Email } from '../../../models/email.js'
import { useDatabase } from '../../support/database.js'
import { createContacts, createProject } from '../../support/factories.js'
import { begunCampaign, campaignActivities, fakeProvider, finish, freeze, refuse, sendOnce } from './campaign-walk.js'

describe('the unsent rest of a cancelled campaign', () => {
  useDatabase({ isEmptied: 'before each' })
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const statuses = async () => (await Email.find({ projectId }).lean()).map(({ status }) => status).toSorted()
  /** A campaign whose emails wait, because its provider refused them. */
  const refused = async (contacts: number): Promise<CampaignRecord> => {
    await createContacts(contacts, { projectId })
    const provider = fakeProvider()
    provider.answer = () => refuse('temporary')
    const activities = campaignActivities(provider)
    const campaign = await begunCampaign({ projectId })
    await sendOnce(activities, campaign, await freeze(activities, campaign))
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
    const provider = fakeProvider()
    const answers: (() => void)[] = []
    await createContacts(6, { projectId })
    const campaign = await begunCampaign({ projectId })
    // The first is deferred at once; the others are being submitted.
    provider.answer = async () => {
      if (provider.taken.length > 1) await new Promise<void>((resolve) => answers.push(resolve))
      refuse('temporary')
    }
    let turns = 1
    const sending = campaignActivities(provider, {
      acquirePermits: async () => ({ permits: turns++ === 1 ? 1 : 5, retryAfterMs: 0 }),
    })
    await freeze(sending, campaign)
    const first = await sendOnce(sending, campaign, 1)
    expect(first[0]?.isDone).to.equal(false)
    const rest = sendOnce(sending, campaign, 1)
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
