import { Client, Connection } from '@temporalio/client'
import { setTimeout as delay } from 'node:timers/promises'
import { findUncountedHits } from '../../commands/sending/emails/count-hits.js'
import { Campaign, CampaignBatch, Email, Execution, Job, Outbox } from '../support/models.js'
import type { Site } from './site.js'
import type { FaultLog } from './fault-log.js'

const LOOK_MS = 2_000
const SAY_EVERY = 10
// A delivery that failed often is tried again after ten minutes at most.
const NO_CHANGE_MS = 15 * 60_000

/** How much of each kind is still to be done. */
export type Pending = Record<string, number>

/** Waits until nothing is left to be done; gives up when nothing has changed for long, and answers with the rest. */
export async function untilNothingIsPending(cluster: Site, log: FaultLog, signal: AbortSignal): Promise<Pending> {
  let before = ''
  let changedAt = Date.now()
  for (let look = 0; ; look += 1) {
    signal.throwIfAborted()
    const pending = await readPending(cluster).catch((): Pending => ({ 'not readable': 1 }))
    const rest = Object.entries(pending).filter(([, count]) => count > 0)
    if (rest.length === 0) return {}
    const now = rest.map(([kind, count]) => `${count} ${kind}`).join(', ')
    if (now !== before) changedAt = Date.now()
    before = now
    if (look % SAY_EVERY === 0) log.say(`pending: ${now}`)
    if (Date.now() - changedAt > NO_CHANGE_MS) return Object.fromEntries(rest)
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** How much of each kind is still to be done now. */
export async function readPending(cluster: Site): Promise<Pending> {
  return {
    'outbox entries': await Outbox.countDocuments(),
    'emails without an outcome': await Email.countDocuments({ status: { $in: ['PENDING', 'SENDING'] } }),
    'emails without an event': await Email.countDocuments({ status: 'SENT' }),
    'running executions': await Execution.countDocuments({ status: { $in: ['RUNNING', 'WAITING'] } }),
    'running jobs': await Job.countDocuments({ status: { $in: ['PENDING', 'RUNNING'] } }),
    'running campaigns': await Campaign.countDocuments({ status: { $in: ['SENDING', 'SCHEDULED'] } }),
    'audiences left': await CampaignBatch.countDocuments(),
    'opens and clicks that are not counted': (await findUncountedHits(0)).length,
    'running Temporal workflows': await countWorkflows(cluster, 'ExecutionStatus = "Running"'),
  }
}

/** The number of Temporal workflow executions that a query finds. */
async function countWorkflows(site: Site, query: string): Promise<number> {
  return inTemporal(site, async (client) => (await client.workflow.count(query)).count)
}

/** Temporal workflow executions that a query finds, as lines. */
export async function listWorkflows(site: Site, query: string): Promise<string[]> {
  return inTemporal(site, async (client) => {
    const lines: string[] = []
    for await (const { workflowId, type, status } of client.workflow.list({ query })) {
      lines.push(`${workflowId} (${type}): ${status.name}`)
    }
    return lines
  })
}

/** Works with a client of Temporal. */
export async function inTemporal<T>({ bench }: Site, work: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: bench.stack.info.temporal })
  try {
    return await work(new Client({ connection }))
  } finally {
    await connection.close()
  }
}
