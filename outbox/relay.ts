import { setTimeout as delay } from 'node:timers/promises'
import { dispatchContacts } from '../commands/contacts/dispatch-contacts.js'
import { dispatchEventBatches, dispatchEvents } from '../commands/events/dispatch-events.js'
import { clearEntries, stillPending } from './entries.js'
import { createBatcher, type Batcher, type BatcherOptions } from '../runtime/concurrency/batcher.js'
import { isolateFailures } from '../runtime/concurrency/isolate-failures.js'
import { isMongodbUnavailable } from '../runtime/mongodb/unavailable.js'
import { traceParent } from '../runtime/tracing/tracing.js'
import { createQueuedEntries } from './queued-entries.js'
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
import { isTemporalError, type Start, type Temporal } from './temporal.js'
import { withSpans } from './trace-starts.js'

/** Dispatches outbox entries; see `createRelay`. */
export interface Relay {
  /** Queues entries and returns immediately; the poller takes over entries that do not fit, or fail. */
  enqueue: (entries: OutboxEntry[]) => void
  /** Whether entries of a kind wait in the queue. */
  isBusy: (kind: OutboxKind) => boolean
  /**
   * Dispatches the queued entries for two seconds at most, and leaves the rest in their documents, where the poller of another
   * process finds it. Resolves once no dispatch goes on.
   */
  close(): Promise<void>
}

/** Dependencies of the relay. */
export interface RelayDeps {
  temporal: Temporal
  /** Called for every entry that failed, once for all while a server is away; they stay in their documents. */
  onFailure: (kind: OutboxKind, error: unknown, entries: readonly OutboxEntry[]) => void
  /** The time for which `close` goes on dispatching; two seconds if omitted. */
  drainMs?: number
}

// A process that stops has a few seconds, and with Temporal away or a backlog the queue would take longer.
const DRAIN_MS = 2_000

type Run = (entries: readonly OutboxEntry[]) => Promise<OutboxEntry[]>
/** How entries of one kind are dispatched, with the limits of their batcher. */
type Dispatcher = Pick<BatcherOptions<OutboxEntry>, 'maxBatch' | 'concurrencyPerKey' | 'cooldownMs'> & { run: Run }

/**
 * Dispatches entries in the background, batched by load: a lone entry is dispatched immediately, and under load fifty
 * emails share one start. An entry that fails does so alone; it stays in its document, and the poller enqueues it again under the same business
 * id. So the queue need not survive a crash.
 */
export function createRelay(given: RelayDeps): Relay {
  const deps = { ...given, temporal: withSpans(given.temporal) }
  const queued = createQueuedEntries()
  const batcherOf = (kind: OutboxKind, { run, ...limits }: Dispatcher): Batcher<OutboxEntry> =>
    createBatcher<OutboxEntry>({
      ...limits,
      keyOf: ({ projectId }) => projectId,
      concurrency: 16,
      maxWaiting: 20_000,
      async run(entries) {
        // From here on the same document may need another dispatch, such as its cancellation.
        const count = queued.take(kind, entries)
        try {
          const failures = await isolateFailures(entries, async (some) => enqueue(await run(some)), isAway)
          for (const [entry, error] of failures) deps.onFailure(kind, error, [entry])
          count((entry) => failures.has(entry))
        } catch (error) {
          deps.onFailure(kind, error, entries)
          count(() => true)
        }
      },
    })
  const dispatchers = dispatchersOf(deps)
  const batchers = Object.fromEntries(OUTBOX_KINDS.map((kind) => [kind, batcherOf(kind, dispatchers[kind])])) as Record<
    OutboxKind,
    Batcher<OutboxEntry>
  >

  let isClosed = false
  function enqueue(entries: OutboxEntry[]): void {
    if (isClosed) return
    const trace = traceParent()
    for (const each of entries) {
      const entry = trace && !each.trace ? { ...each, trace } : each
      // The entry is added first, because an idle batcher starts the run, which takes it, within the call.
      if (!queued.add(entry)) continue
      if (!batchers[entry.kind].enqueue(entry)) queued.delete(entry)
    }
  }

  return {
    enqueue,
    isBusy: (kind) => batchers[kind].isBusy(),
    async close() {
      const all = Object.values(batchers)
      const idle = async (): Promise<void> => {
        // A dispatch may enqueue entries of another kind; two passes cover the longest chain.
        for (const batcher of [...all, ...all]) await batcher.idle()
      }
      const whole = idle()
      await Promise.race([whole, delay(deps.drainMs ?? DRAIN_MS, undefined, { ref: false })])
      isClosed = true
      for (const batcher of all) batcher.clear()
      await whole
    },
  }
}

function dispatchersOf({ temporal }: RelayDeps): Record<OutboxKind, Dispatcher> {
  const one =
    (dispatch: (temporal: Temporal, entry: OutboxEntry) => Promise<void>): Run =>
    async ([entry]) => {
      if (entry) await dispatch(temporal, entry)
      return []
    }
  return {
    // Starting a workflow costs Temporal as much for fifty emails as for one.
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
    contact: {
      maxBatch: 50,
      concurrencyPerKey: 1,
      cooldownMs: 50,
      run: (entries) => dispatchChanges(temporal, entries),
    },
    execution: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchExecution) },
    wait: { maxBatch: 1, concurrencyPerKey: 8, run: one(dispatchWait) },
    campaign: { maxBatch: 1, concurrencyPerKey: 2, run: one(dispatchCampaign) },
    job: { maxBatch: 1, concurrencyPerKey: 4, run: one(dispatchJob) },
    workflow: { maxBatch: 1, concurrencyPerKey: 1, run: one(dispatchWorkflow) },
  }
}

async function dispatchChanges(temporal: Temporal, contacts: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const { entries, snoozes, complete } = await dispatchContacts(contacts.map(({ id }) => id))
  for (const snooze of snoozes) await startSnooze(temporal, snooze)
  await complete()
  return entries
}

async function startDelivery(temporal: Temporal, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  // Temporal cannot detect that another process has started some of these emails, because a batch has its own id.
  const open = entries.length === 1 ? entries : await stillPending('email', [...entries])
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
    // The outcome of an email may be unknown when its delivery is stopped.
    restarts: true,
    ...tracesOf(open),
  })
  await clearEntries('email', emailIds, { temporalWorkflowId: id })
  return []
}

/** The trace that a delivery belongs to; emails of several requests keep theirs, and their delivery begins its own. */
function tracesOf(emails: readonly OutboxEntry[]): Pick<Start, 'trace' | 'emailTraces'> {
  const traces = new Set(emails.map(({ trace }) => trace))
  const [only] = traces
  if (traces.size === 1) return only ? { trace: only } : {}
  return { emailTraces: Object.fromEntries(emails.flatMap(({ id, trace }) => (trace ? [[id, trace]] : []))) }
}

function isAway(error: unknown): boolean {
  return isMongodbUnavailable(error) || isTemporalError(error)
}
