import { GATHERED_BY_SHARD } from '../models/by-shard.js'
import { completeContacts, dispatchContacts } from '../commands/automation/reactions/dispatch-contacts.js'
import { dispatchEvents } from '../commands/automation/reactions/dispatch-events.js'
import { completeEvents } from '../commands/base/events/due-activity.js'
import { judgeProject, type JudgeSettings } from '../commands/lifecycle/projects/judge-project.js'
import type { OutboxEntry, OutboxKind } from '../models/outbox-entry.js'
import type { BatcherOptions } from '../runtime/concurrency/batcher.js'
import { MAX_EMAILS_A_DELIVERY } from '../workflows/contracts.js'
import {
  dispatchCampaign,
  dispatchExecution,
  dispatchJob,
  dispatchWait,
  dispatchWorkflow,
  startSnooze,
} from './dispatch.js'
import type { NamedDocument, OutboxItem } from './items.js'
import { startDelivery } from './start-delivery.js'
import type { Temporal } from './temporal.js'

/** How entries of one kind are dispatched, with the limits of their batcher. */
export interface Dispatcher extends Pick<
  BatcherOptions<OutboxItem>,
  'groupOf' | 'maxBatch' | 'concurrencyPerKey' | 'cooldownMs' | 'gatherMs'
> {
  /** Dispatches the items: the urgent part of the work. */
  run: (items: readonly OutboxItem[]) => Promise<void>
  /** Does the later work of dispatched entries of one queue; `deletes` says that it also deletes the entries. */
  complete?: { run: (entries: readonly OutboxEntry[]) => Promise<void>; deletes: boolean }
}

/** The dispatchers of every kind. */
export function dispatchersOf(temporal: Temporal, judge: JudgeSettings): Record<OutboxKind, Dispatcher> {
  const one =
    (dispatch: (temporal: Temporal, item: NamedDocument) => Promise<void>): Dispatcher['run'] =>
    async ([item]) => {
      if (item) await dispatch(temporal, item)
    }
  return {
    // Starting a workflow costs Temporal as much for fifty emails as for one.
    email: {
      groupOf: GATHERED_BY_SHARD.groupOf,
      maxBatch: MAX_EMAILS_A_DELIVERY,
      concurrencyPerKey: 1,
      cooldownMs: 75,
      run: (items) => startDelivery(temporal, items),
    },
    event: {
      groupOf: GATHERED_BY_SHARD.groupOf,
      maxBatch: 50,
      concurrencyPerKey: 1,
      cooldownMs: 20,
      run: (items) => dispatchEvents(entriesOf(items)),
      complete: { run: completeEvents, deletes: true },
    },
    // Segments and counters follow the changes of contacts; no request waits for that.
    contact: {
      groupOf: GATHERED_BY_SHARD.groupOf,
      maxBatch: 50,
      concurrencyPerKey: 1,
      gatherMs: 100,
      run: (items) => dispatchChanges(temporal, items),
      complete: { run: completeContacts, deletes: true },
    },
    execution: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchExecution) },
    wait: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchWait) },
    campaign: { maxBatch: 1, concurrencyPerKey: 2, run: one(dispatchCampaign) },
    job: { maxBatch: 1, concurrencyPerKey: 4, run: one(dispatchJob) },
    workflow: { maxBatch: 1, concurrencyPerKey: 1, run: one(dispatchWorkflow) },
    // Many bounces of a campaign set off the same check of their project: one check serves those of half a second.
    project: {
      maxBatch: 100,
      concurrencyPerKey: 1,
      cooldownMs: 500,
      async run(items) {
        for (const projectId of new Set(items.map(({ id }) => id))) await judgeProject(projectId, judge)
      },
    },
  }
}

async function dispatchChanges(temporal: Temporal, items: readonly OutboxItem[]): Promise<void> {
  for (const snooze of await dispatchContacts(entriesOf(items))) await startSnooze(temporal, snooze)
}

function entriesOf(items: readonly OutboxItem[]): OutboxEntry[] {
  return items.map(({ entry }) => entry)
}
