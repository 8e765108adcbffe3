import { dispatchContacts } from '../commands/contacts/dispatch-contacts.js'
import { dispatchEventBatches, dispatchEvents } from '../commands/events/dispatch-events.js'
import { clearIntents, stillPending } from './entries.js'
import { createBatcher, type Batcher, type BatcherOptions } from '../runtime/concurrency/batcher.js'
import { newId } from '../runtime/ids.js'
import { INTENT_KINDS, type Intent, type IntentKind } from '../models/outbox-entry.js'
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
} from './set-off.js'
import type { Temporal } from './temporal.js'

/** Sets off what documents intend: see `createDispatcher`. */
export interface Dispatcher {
  /** Takes intents in and returns at once; what does not fit, or fails, is left to the sweeper. */
  offer: (intents: Intent[]) => void
  /** Whether intents of a kind wait here for their turn. */
  isBusy: (kind: IntentKind) => boolean
  /** Resolves when everything taken in is dispatched or given up. */
  close(): Promise<void>
}

/** What the dispatcher takes from outside. */
export interface DispatcherDeps {
  temporal: Temporal
  /** Applies stored notifications of the provider; those that came too early are offered again in a moment. */
  applyNotifications: (ids: string[]) => Promise<{ intents: Intent[]; early: string[] }>
  /** Told of every batch that failed; its intents stay in their documents. */
  onFailure: (kind: IntentKind, error: unknown) => void
}

// A campaign's message is stored within about a second after it was handed over.
const EARLY_MS = 1_000

type Run = (intents: Intent[]) => Promise<Intent[]>
/** How intents of one kind are dispatched, and how many at once. */
type Lane = Pick<BatcherOptions<Intent>, 'maxBatch' | 'maxRunsPerGroup' | 'restMs'> & { run: Run }

/**
 * Dispatches intents in the background, batched by pressure: a lone intent goes at once, and under load fifty
 * emails share one start. A failure leaves the intent where it is stored, for the sweeper to take up again
 * under the same business id, so nothing here has to survive a crash.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const queued = new Set<string>()
  const lane = (kind: IntentKind, { run, ...limits }: Lane): Batcher<Intent> =>
    createBatcher<Intent>({
      ...limits,
      groupOf: ({ projectId }) => projectId,
      maxRuns: 16,
      maxWaiting: 20_000,
      async run(intents) {
        // From here on the same document may intend something new, such as the cancellation of what is started.
        for (const intent of intents) queued.delete(keyOf(intent))
        try {
          offer(await run(intents))
        } catch (error) {
          deps.onFailure(kind, error)
        }
      },
    })
  const described = describeLanes(deps, (intents) => void setTimeout(() => offer(intents), EARLY_MS).unref())
  const lanes = Object.fromEntries(INTENT_KINDS.map((kind) => [kind, lane(kind, described[kind])])) as Record<
    IntentKind,
    Batcher<Intent>
  >

  function offer(intents: Intent[]): void {
    for (const intent of intents) {
      const key = keyOf(intent)
      if (queued.has(key)) continue
      // Before it is offered: a free lane begins its run, which forgets the key again, within the call.
      queued.add(key)
      if (!lanes[intent.kind].offer(intent)) queued.delete(key)
    }
  }

  return {
    offer,
    isBusy: (kind) => lanes[kind].isBusy(),
    async close() {
      // What one lane dispatches may set off something in another: twice through them all is deep enough.
      for (const batcher of [...Object.values(lanes), ...Object.values(lanes)]) await batcher.idle()
    },
  }
}

function describeLanes(
  { temporal, applyNotifications }: DispatcherDeps,
  offerLater: (intents: Intent[]) => void,
): Record<IntentKind, Lane> {
  const one =
    (dispatch: (temporal: Temporal, intent: Intent) => Promise<void>): Run =>
    async ([intent]) => {
      if (intent) await dispatch(temporal, intent)
      return []
    }
  return {
    // A start costs Temporal as much for fifty emails as for one.
    email: {
      maxBatch: MAX_EMAILS_A_DELIVERY,
      maxRunsPerGroup: 1,
      restMs: 75,
      run: (intents) => startDelivery(temporal, intents),
    },
    event: {
      maxBatch: 50,
      maxRunsPerGroup: 1,
      restMs: 20,
      run: (intents) => dispatchEvents(intents.map(({ id }) => id)),
    },
    eventBatch: {
      maxBatch: 4,
      maxRunsPerGroup: 1,
      restMs: 20,
      run: (intents) => dispatchEventBatches(intents.map(({ id }) => id)),
    },
    contact: { maxBatch: 50, maxRunsPerGroup: 1, restMs: 50, run: (intents) => settleChanges(temporal, intents) },
    execution: { maxBatch: 1, maxRunsPerGroup: 8, run: one(dispatchExecution) },
    wait: { maxBatch: 1, maxRunsPerGroup: 8, run: one(dispatchWait) },
    campaign: { maxBatch: 1, maxRunsPerGroup: 2, run: one(dispatchCampaign) },
    job: { maxBatch: 1, maxRunsPerGroup: 4, run: one(dispatchJob) },
    workflow: { maxBatch: 1, maxRunsPerGroup: 1, run: one(dispatchWorkflow) },
    notification: {
      maxBatch: 100,
      maxRunsPerGroup: 1,
      restMs: 20,
      run: onceAgain(applyNotifications, offerLater),
    },
  }
}

// What comes too early twice waits for something slower than a note on its way, and is left to the sweeper.
function onceAgain(apply: DispatcherDeps['applyNotifications'], offerLater: (intents: Intent[]) => void): Run {
  const deferred = new Set<string>()
  return async (notifications) => {
    const { intents, early } = await apply(notifications.map(({ id }) => id))
    const tooEarly = new Set(early)
    const again: Intent[] = []
    for (const notification of notifications) {
      if (deferred.delete(notification.id) || !tooEarly.has(notification.id)) continue
      deferred.add(notification.id)
      again.push(notification)
    }
    if (again.length > 0) offerLater(again)
    return intents
  }
}

async function settleChanges(temporal: Temporal, contacts: Intent[]): Promise<Intent[]> {
  const { intents, snoozes, settle } = await dispatchContacts(contacts.map(({ id }) => id))
  for (const snooze of snoozes) await startSnooze(temporal, snooze)
  await settle()
  return intents
}

async function startDelivery(temporal: Temporal, intents: Intent[]): Promise<Intent[]> {
  // A batch has an id of its own, by which Temporal cannot tell that another process has started some of it.
  const open = intents.length === 1 ? intents : await stillPending('email', intents)
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
  await clearIntents('email', emailIds, { temporalWorkflowId: id })
  return []
}

function keyOf({ kind, id }: Intent): string {
  return `${kind}:${id}`
}
