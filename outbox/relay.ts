import { dispatchContacts } from '../commands/contacts/dispatch-contacts.js'
import { dispatchEventBatches, dispatchEvents } from '../commands/events/dispatch-events.js'
import { clearEntries, stillPending } from './entries.js'
import { createBatcher, type Batcher, type BatcherOptions } from '../runtime/concurrency/batcher.js'
import { newId } from '../runtime/ids.js'
import { OUTBOX_KINDS, type OutboxEntry, type OutboxKind } from '../models/outbox-entry.js'
import {
  MAX_EMAILS_A_DELIVERY,
  PRIORITY,
  temporalIds,
  type DeliverEmailInput,
  type DeliverEmailsInput,
} from '../workflows/contracts.js'
import {
  dispatchCampaign,
  dispatchExecution,
  dispatchJob,
  dispatchWait,
  dispatchWorkflow,
  startSnooze,
} from './dispatch.js'
import type { Temporal } from './temporal.js'

/** Sets off what documents intend: see `createRelay`. */
export interface Relay {
  /** Takes entries in and returns at once; what does not fit, or fails, is left to the poller. */
  enqueue: (entries: OutboxEntry[]) => void
  /** Whether entries of a kind wait here for their turn. */
  isBusy: (kind: OutboxKind) => boolean
  /** Resolves when everything taken in is dispatched or given up. */
  close(): Promise<void>
}

/** What the relay takes from outside. */
export interface RelayDeps {
  temporal: Temporal
  /** Applies stored notifications of the provider; those that came too early are enqueued again in a moment. */
  applyNotifications: (ids: string[]) => Promise<{ entries: OutboxEntry[]; early: string[] }>
  /** Told of every batch that failed; its entries stay in their documents. */
  onFailure: (kind: OutboxKind, error: unknown) => void
}

// A campaign's message is stored within about a second after it was handed over.
const EARLY_MS = 1_000

type Run = (entries: OutboxEntry[]) => Promise<OutboxEntry[]>
/** How entries of one kind are dispatched, and how many at once. */
type Lane = Pick<BatcherOptions<OutboxEntry>, 'maxBatch' | 'concurrencyPerKey' | 'cooldownMs'> & { run: Run }

/**
 * Dispatches entries in the background, batched by pressure: a lone entry goes at once, and under load fifty
 * emails share one start. A failure leaves the entry where it is stored, for the poller to take up again
 * under the same business id, so nothing here has to survive a crash.
 */
export function createRelay(deps: RelayDeps): Relay {
  const queued = new Set<string>()
  const lane = (kind: OutboxKind, { run, ...limits }: Lane): Batcher<OutboxEntry> =>
    createBatcher<OutboxEntry>({
      ...limits,
      keyOf: ({ projectId }) => projectId,
      concurrency: 16,
      maxWaiting: 20_000,
      async run(entries) {
        // From here on the same document may intend something new, such as the cancellation of what is started.
        for (const entry of entries) queued.delete(keyOf(entry))
        try {
          enqueue(await run(entries))
        } catch (error) {
          deps.onFailure(kind, error)
        }
      },
    })
  const described = describeLanes(deps, (entries) => void setTimeout(() => enqueue(entries), EARLY_MS).unref())
  const lanes = Object.fromEntries(OUTBOX_KINDS.map((kind) => [kind, lane(kind, described[kind])])) as Record<
    OutboxKind,
    Batcher<OutboxEntry>
  >

  function enqueue(entries: OutboxEntry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry)
      if (queued.has(key)) continue
      // Before it is enqueued: a free lane begins its run, which forgets the key again, within the call.
      queued.add(key)
      if (!lanes[entry.kind].enqueue(entry)) queued.delete(key)
    }
  }

  return {
    enqueue,
    isBusy: (kind) => lanes[kind].isBusy(),
    async close() {
      // What one lane dispatches may set off something in another: twice through them all is deep enough.
      for (const batcher of [...Object.values(lanes), ...Object.values(lanes)]) await batcher.idle()
    },
  }
}

function describeLanes(
  { temporal, applyNotifications }: RelayDeps,
  enqueueLater: (entries: OutboxEntry[]) => void,
): Record<OutboxKind, Lane> {
  const one =
    (dispatch: (temporal: Temporal, entry: OutboxEntry) => Promise<void>): Run =>
    async ([entry]) => {
      if (entry) await dispatch(temporal, entry)
      return []
    }
  return {
    // A start costs Temporal as much for fifty emails as for one.
    email: {
      maxBatch: MAX_EMAILS_A_DELIVERY,
      concurrencyPerKey: 1,
      cooldownMs: 75,
      run: (entries) => startDelivery(temporal, entries),
    },
    event: {
      maxBatch: 50,
      concurrencyPerKey: 1,
      cooldownMs: 20,
      run: (entries) => dispatchEvents(entries.map(({ id }) => id)),
    },
    eventBatch: {
      maxBatch: 4,
      concurrencyPerKey: 1,
      cooldownMs: 20,
      run: (entries) => dispatchEventBatches(entries.map(({ id }) => id)),
    },
    contact: { maxBatch: 50, concurrencyPerKey: 1, cooldownMs: 50, run: (entries) => settleChanges(temporal, entries) },
    execution: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchExecution) },
    wait: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchWait) },
    campaign: { maxBatch: 1, concurrencyPerKey: 2, run: one(dispatchCampaign) },
    job: { maxBatch: 1, concurrencyPerKey: 4, run: one(dispatchJob) },
    workflow: { maxBatch: 1, concurrencyPerKey: 1, run: one(dispatchWorkflow) },
    notification: {
      maxBatch: 100,
      concurrencyPerKey: 1,
      cooldownMs: 20,
      run: onceAgain(applyNotifications, enqueueLater),
    },
  }
}

// What comes too early twice waits for something slower than a note on its way, and is left to the poller.
function onceAgain(apply: RelayDeps['applyNotifications'], enqueueLater: (entries: OutboxEntry[]) => void): Run {
  const deferred = new Set<string>()
  return async (notifications) => {
    const { entries, early } = await apply(notifications.map(({ id }) => id))
    const tooEarly = new Set(early)
    const again: OutboxEntry[] = []
    for (const notification of notifications) {
      if (deferred.delete(notification.id) || !tooEarly.has(notification.id)) continue
      deferred.add(notification.id)
      again.push(notification)
    }
    if (again.length > 0) enqueueLater(again)
    return entries
  }
}

async function settleChanges(temporal: Temporal, contacts: OutboxEntry[]): Promise<OutboxEntry[]> {
  const { entries, snoozes, complete } = await dispatchContacts(contacts.map(({ id }) => id))
  for (const snooze of snoozes) await startSnooze(temporal, snooze)
  await complete()
  return entries
}

async function startDelivery(temporal: Temporal, entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  // A batch has an id of its own, by which Temporal cannot tell that another process has started some of it.
  const open = entries.length === 1 ? entries : await stillPending('email', entries)
  const emailIds = open.map(({ id }) => id)
  const [first] = open
  if (!first) return []
  const { projectId } = first
  const isAlone = emailIds.length === 1
  const id = isAlone ? temporalIds.email(first.id) : temporalIds.emails(newId())
  const input: DeliverEmailInput | DeliverEmailsInput = isAlone
    ? { projectId, emailId: first.id }
    : { projectId, emailIds }
  await temporal.start({
    type: isAlone ? 'deliverEmail' : 'deliverEmails',
    id,
    queue: 'transactional',
    input,
    summary: isAlone ? 'Email' : `${emailIds.length} emails`,
    kind: 'delivery',
    priority: PRIORITY.transactional,
    projectId,
  })
  await clearEntries('email', emailIds, { temporalWorkflowId: id })
  return []
}

function keyOf({ kind, id }: OutboxEntry): string {
  return `${kind}:${id}`
}
