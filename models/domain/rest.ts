/**
 * The moment at which an execution last rested: its start, or the end of a DELAY or of a WAIT_FOR_EVENT. A wait sees
 * the events that were stored since then. The user knows these moments, but does not know when the steps between them
 * run. Times are by the database's clock.
 */
export interface Rest {
  at: Date
  /** The events of that moment that started the execution or ended one of its waits. Each event does so only once. */
  eventIds: string[]
}

/** An event that has ended a wait. */
interface UsedEvent {
  _id: string
  createdAt: Date
}

/** The rest after a wait that an event has ended. */
export function restAfterEvent(rest: Rest, { _id, createdAt }: UsedEvent): Rest {
  if (createdAt > rest.at) return { at: createdAt, eventIds: [_id] }
  return { at: rest.at, eventIds: [...new Set([...rest.eventIds, _id])] }
}

/**
 * The rest after a wait that timed out, or a delay that ended, at `at`. If `at` had passed when the step began, the
 * step took no time, so the execution did not rest.
 */
export function restAfterTime(rest: Rest, at: Date | null, begunAt: Date | null): Rest {
  return at === null || at <= rest.at || (begunAt !== null && at <= begunAt) ? rest : { at, eventIds: [] }
}
