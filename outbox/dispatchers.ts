import { completeContacts, dispatchContacts } from '../commands/contacts/dispatch-contacts.js'
import { dispatchEvents } from '../commands/events/dispatch-events.js'
import { completeEvents } from '../commands/events/note-activity.js'
import { judgeProject, type JudgeSettings } from '../commands/projects/judge-project.js'
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
  'maxBatch' | 'concurrencyPerKey' | 'cooldownMs' | 'gatherMs'
> {
  /** Dispatches what somebody waits for; returns the entries that follow. */
  run: (items: readonly OutboxItem[]) => Promise<OutboxEntry[]>
  /** Does what may come later for entries of one lane that are dispatched. */
  complete?: (entries: readonly OutboxEntry[]) => Promise<Completed>
}

/** What became of entries that were completed. */
interface Completed {
  /** Those that were deleted with that. */
  deleted: readonly OutboxEntry[]
  /** The entries that follow. */
  following: readonly OutboxEntry[]
}

/** The dispatchers of every kind. */
export function dispatchersOf(temporal: Temporal, judge: JudgeSettings): Record<OutboxKind, Dispatcher> {
  const one =
    (dispatch: (temporal: Temporal, item: NamedDocument) => Promise<void>): Dispatcher['run'] =>
    async ([item]) => {
      if (item) await dispatch(temporal, item)
      return []
    }
  return {
    // Starting a workflow costs Temporal as much for fifty emails as for one.
    email: {
      maxBatch: MAX_EMAILS_A_DELIVERY,
      concurrencyPerKey: 1,
      cooldownMs: 75,
      async run(items) {
        await startDelivery(temporal, items)
        return []
      },
    },
    event: {
      maxBatch: 50,
      concurrencyPerKey: 1,
      cooldownMs: 20,
      run: (items) => dispatchEvents(entriesOf(items)),
      async complete(entries) {
        await completeEvents(entries)
        return { deleted: entries, following: [] }
      },
    },
    // Segments and counters follow the changes of contacts; no request waits for that.
    contact: {
      maxBatch: 50,
      concurrencyPerKey: 1,
      gatherMs: 100,
      run: (items) => dispatchChanges(temporal, items),
      async complete(entries) {
        await completeContacts(entries)
        return { deleted: [], following: [] }
      },
    },
    execution: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchExecution) },
    wait: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchWait) },
    campaign: { maxBatch: 1, concurrencyPerKey: 2, run: one(dispatchCampaign) },
    job: { maxBatch: 1, concurrencyPerKey: 4, run: one(dispatchJob) },
    workflow: { maxBatch: 1, concurrencyPerKey: 1, run: one(dispatchWorkflow) },
    // A thousand bounces of a campaign ask the same question, which is answered for those of a moment together.
    project: {
      maxBatch: 100,
      concurrencyPerKey: 1,
      cooldownMs: 500,
      async run(items) {
        for (const projectId of new Set(items.map(({ id }) => id))) await judgeProject(projectId, judge)
        return []
      },
    },
  }
}

async function dispatchChanges(temporal: Temporal, items: readonly OutboxItem[]): Promise<OutboxEntry[]> {
  const { entries, snoozes } = await dispatchContacts(entriesOf(items))
  for (const snooze of snoozes) await startSnooze(temporal, snooze)
  return entries
}

function entriesOf(items: readonly OutboxItem[]): OutboxEntry[] {
  return items.map(({ entry }) => entry)
}
