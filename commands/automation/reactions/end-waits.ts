import { projectsOf } from '../../../models/by-shard.js'
import type { EventRecord } from '../../../models/event.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { firstSeenEvent } from '../executions/first-seen-event.js'
import { setOff } from '../../base/outbox/set-off.js'
import { Wait, type WaitRecord } from '../../../models/wait.js'

type NamedEvent = Pick<EventRecord, '_id' | 'projectId' | 'contactId' | 'name'>

/** A filter that finds every open wait for one of these events, and may find others of their contacts and names. */
export function isOpenFor(events: readonly Omit<NamedEvent, '_id'>[]) {
  return {
    state: 'open' as const,
    projectId: projectsOf(events),
    contactId: { $in: [...new Set(events.map(({ contactId }) => contactId ?? ''))] },
    eventName: { $in: [...new Set(events.map(({ name }) => name))] },
  }
}

/** The ids of the events for which a wait may be open. Takes one query. */
export async function findAwaited(events: NamedEvent[]): Promise<Set<string>> {
  const waits = await Wait.find(isOpenFor(events), { projectId: 1, contactId: 1, eventName: 1 }).lean()
  const awaited = new Set(waits.map(({ eventName, ...wait }) => keyOf({ ...wait, name: eventName })))
  return new Set(events.filter((event) => awaited.has(keyOf(event))).map(({ _id }) => _id))
}

/**
 * Ends the open waits that see an event, each by the first event that it sees. An earlier event may not be dispatched
 * yet, or was dispatched before the wait was stored, and would be lost for the next wait of the execution. Each write
 * is a compare-and-set, so that a wait that another event or a time-out has ended stays as it is.
 */
export async function endWaits(event: EventRecord): Promise<void> {
  const { projectId } = event
  const waits = Wait.find({
    projectId,
    contactId: event.contactId,
    eventName: event.name,
    state: 'open',
    // An event does not end the wait if it is older than the wait or if the execution has used it before.
    since: { $lte: event.createdAt },
    usedEventIds: { $ne: event._id },
  })
  for await (const wait of waits.lean().cursor()) {
    const first = await firstSeenEvent(wait)
    if (first) await match(wait, first._id)
  }
}

function match({ _id: waitId, projectId, contactId }: WaitRecord, eventId: string): Promise<void> {
  return inTransaction(async (session) => {
    const isOpen = { _id: waitId, projectId, contactId, state: 'open' as const }
    const matched = await Wait.updateOne(isOpen, { $set: { state: 'matched', eventId } }, { session })
    if (matched.modifiedCount === 1) await setOff(session, { kind: 'wait', projectId, ids: [waitId] })
  })
}

function keyOf({ projectId, contactId, name }: Omit<NamedEvent, '_id'>): string {
  return JSON.stringify([projectId, contactId, name])
}
