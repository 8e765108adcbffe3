import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Execution } from '../../../models/execution.js'
import { pollUntil } from '../../../embedded/poll.js'
import { newId } from '../../../runtime/ids.js'
import type { Scene } from '../load/scene.js'
import { describeFault } from '../plan-faults.js'
import { inTemporal, listWorkflows } from '../pending.js'
import { changeStored, copyStored, findStored, type Undo } from './stored.js'
import { addToMemory, type Tampering } from './tampering.js'

const LISTED_MS = 30_000

/** Breaches by work that is left, ends badly or is left out. */
export const REST_TAMPERINGS: readonly Tampering[] = [
  {
    what: 'an execution is stuck, and the wait for the end sees it',
    promise: 'nothing is left to be done',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      const undo = await changeStored(Execution, execution, { $set: { status: 'RUNNING' } })
      return { names: '1 running executions', undo }
    },
  },
  {
    what: 'a batch of an audience is left',
    promise: 'nothing is left to be done',
    async tamper({ campaigns }) {
      const batch = { _id: newId(), projectId: campaigns.id, campaignId: newId(), contactIds: [newId()] }
      return { names: '1 audiences left', undo: await copyStored(CampaignBatch, batch, newId()) }
    },
  },
  {
    what: 'a workflow is left running in Temporal',
    promise: 'no workflow is stuck in Temporal',
    async tamper(scene) {
      const workflowId = newId()
      return { names: workflowId, undo: await startWorkflow(scene, workflowId) }
    },
  },
  {
    what: 'a workflow is terminated in Temporal',
    promise: 'no workflow failed in Temporal',
    async tamper(scene) {
      const workflowId = newId()
      const undo = await startWorkflow(scene, workflowId)
      await inTemporal(scene.cluster, (client) => client.workflow.getHandle(workflowId).terminate())
      await untilListed(scene, workflowId, 'Terminated')
      return { names: workflowId, undo }
    },
  },
  {
    what: 'an answer is 500',
    promise: 'an answer is 2xx, 409, 503 or none',
    async tamper({ ledger }) {
      return { names: 'send: 500', undo: addToMemory(ledger.strange, 'send: 500 {}') }
    },
  },
  {
    what: 'a process crashed',
    promise: 'no process ended by itself',
    async tamper(_scene, log) {
      const line = 'worker exited (SIGSEGV) and was restarted in 1000 ms.'
      return { names: line, undo: addToMemory(log.notes, line) }
    },
  },
  {
    what: 'a fault was left out',
    promise: 'a planned fault was inflicted',
    async tamper(_scene, log) {
      const [fault, ...others] = log.faults.splice(0)
      if (!fault) throw new Error('The run had no faults')
      log.faults.push(...others)
      return { names: describeFault(fault.fault), undo: async () => log.faults.unshift(fault) }
    },
  },
]

/** Starts a workflow for which there is no worker. */
async function startWorkflow(scene: Scene, workflowId: string): Promise<Undo> {
  const options = { workflowId, taskQueue: workflowId }
  await inTemporal(scene.cluster, (client) => client.workflow.start('tampering', options))
  await untilListed(scene, workflowId, 'Running')
  return async () => {
    await inTemporal(scene.cluster, ({ workflowService, options: { namespace } }) =>
      workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } }),
    )
    await untilListed(scene, workflowId, null)
  }
}

/** Lists of Temporal follow its executions with a delay. */
async function untilListed({ cluster }: Scene, workflowId: string, status: string | null): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    const lines = await listWorkflows(cluster, `WorkflowId = "${workflowId}"`)
    return status === null
      ? lines.length === 0
      : lines.some((line) => line.toUpperCase().endsWith(status.toUpperCase()))
  }
  if (!(await pollUntil(isSo, { timeoutMs: LISTED_MS }))) throw new Error(`${workflowId} is not listed as ${status}`)
}
