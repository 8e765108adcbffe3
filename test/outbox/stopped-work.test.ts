import { expect } from 'chai'
import { Campaign, Execution } from '../support/models.js'
import { takeOverStops } from '../../outbox/reconcile/reconcile.js'
import type { TemporalState } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { temporalIds } from '../../workflows/contracts.js'
import { useDatabase } from '../support/database.js'
import { createCampaign, createProject } from '../support/factories.js'
import { documentsOf, waitingOf, enqueued } from '../support/outbox.js'

/** A Temporal in which one workflow has ended like this, and no other runs. */
const withStopped = (workflowId: string, state: TemporalState) => ({
  async *stoppedWithin() {
    yield workflowId
  },
  runningAmong: async () => new Set<string>(),
  stateOf: async () => state,
  inputOf: async () => null,
})

describe('a campaign whose Temporal workflow execution has ended before it', () => {
  useDatabase({ isEmptied: 'before each' })

  /** What becomes of one that is being sent, when Temporal says that its execution ended like this. */
  async function takenOver(state: TemporalState) {
    const { id: projectId } = await createProject()
    const { _id: campaignId } = await createCampaign({ projectId, status: 'SENDING', startedAt: new Date() })
    const temporal = withStopped(temporalIds.campaign(campaignId), state)
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

describe('an execution whose Temporal workflow has ended before it', () => {
  useDatabase({ isEmptied: 'before each' })

  for (const [state, exitReason] of [
    ['failed', 'Failed in Temporal'],
    ['cancelled', 'Cancelled in Temporal'],
  ] as const) {
    it(`ends as ${state}, and says where`, async () => {
      const { id: projectId } = await createProject()
      const [_id, workflowId, contactId] = [newId(), newId(), newId()]
      const temporalWorkflowId = temporalIds.execution(_id)
      const own = { _id, projectId, workflowId, contactId, workflowVersion: 1, activeKey: _id }
      await Execution.create({ ...own, startedAt: new Date(), temporalWorkflowId })
      await enqueued(() => takeOverStops({ temporal: withStopped(temporalWorkflowId, state) }, 600))
      const execution = await Execution.findById(_id).orFail().lean()
      expect(execution).to.include({ status: state.toUpperCase(), exitReason })
      expect(execution.completedAt).to.be.instanceOf(Date)
    })
  }
})
