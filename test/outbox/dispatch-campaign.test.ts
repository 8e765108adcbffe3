import { expect } from 'chai'
import { CampaignBatch } from '../../models/campaign-batch.js'
import { newId } from '../../runtime/ids.js'
import { dispatchCampaign } from '../../outbox/dispatch.js'
import type { TemporalState, Temporal } from '../../outbox/temporal.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createProject } from '../support/factories.js'

describe('dispatching the cancellation of a campaign', () => {
  useDatabase({ isEmptied: 'before each' })

  /** What Temporal is asked to do, when the Temporal workflow execution is like this. */
  async function dispatched(state: TemporalState, left: string[]): Promise<string[]> {
    const { id: projectId } = await createProject()
    const { _id: campaignId } = await createCampaign({ projectId, status: 'CANCELLED' })
    const batch = { _id: newId(), projectId, campaignId, part: 0 }
    if (left.length > 0) await CampaignBatch.create({ ...batch, baseId: newId(), contactIds: left })
    const calls: string[] = []
    const temporal = {
      cancel: async (id: string) => void calls.push(`cancel ${id}`),
      stateOf: async () => state,
      signalWithStart: async ({ id }: { id: string }) => void calls.push(`start ${id}`),
    } as unknown as Temporal
    await dispatchCampaign(temporal, { projectId, id: campaignId })
    return calls.map((call) => call.replace(campaignId, 'ID'))
  }

  it('asks the Temporal workflow execution to complete what is left', async () => {
    expect(await dispatched('running', [newId()])).to.deep.equal(['cancel campaign:ID'])
  })

  for (const state of ['cancelled', 'failed', 'missing'] as const) {
    it(`starts another one where it is ${state}, which completes what is left`, async () => {
      expect(await dispatched(state, [newId()])).to.deep.equal(['cancel campaign:ID', 'start campaign:ID'])
    })
  }

  it('starts none where nothing is left', async () => {
    expect(await dispatched('cancelled', [])).to.deep.equal(['cancel campaign:ID'])
  })
})
