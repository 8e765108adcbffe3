import { expect } from 'chai'
import { Campaign } from '../../models/campaign.js'
import { takeOverStops } from '../../outbox/reconcile/reconcile.js'
import type { TemporalState } from '../../outbox/temporal.js'
import { temporalIds } from '../../workflows/contracts.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createProject } from '../support/factories.js'
import { documentsOf, waitingOf, enqueued } from '../support/outbox.js'

describe('a campaign whose durable execution has ended before it', () => {
  useDatabase({ isEmptied: 'before each' })

  /** What becomes of one that is being sent, when Temporal says that its execution ended like this. */
  async function takenOver(state: TemporalState) {
    const { id: projectId } = await createProject()
    const { _id: campaignId } = await createCampaign({ projectId, status: 'SENDING', startedAt: new Date() })
    const temporal = {
      async *stoppedWithin() {
        yield temporalIds.campaign(campaignId)
      },
      runningAmong: async () => new Set<string>(),
      stateOf: async () => state,
      inputOf: async () => null,
    }
    const entries = await enqueued(() => takeOverStops({ temporal }, 600))
    expect(documentsOf(entries)).to.deep.equal([{ kind: 'campaign', projectId, id: campaignId }])
    const { status } = await Campaign.findById(campaignId).orFail().lean()
    return { status, isToBeTold: (await waitingOf('campaign', projectId)).includes(campaignId) }
  }

  it('goes on in another one where it broke down', async () => {
    expect(await takenOver('failed')).to.deep.equal({ status: 'SENDING', isToBeTold: true })
  })

  it('is cancelled where an operator stopped it', async () => {
    expect(await takenOver('cancelled')).to.deep.equal({ status: 'CANCELLED', isToBeTold: true })
  })
})
