/**
 * The moment at which an execution last rested: it was started, or ended a DELAY or a WAIT_FOR_EVENT. A wait sees the
 * events that were stored since then, because the user knows these moments, and none of those at which the product
 * walks the steps between. Times are those of the database's clock.
 */
export interface Rest {
  at: Date
  /** The events of that same moment that started the execution or ended a wait of it: each does so once. */
  eventIds: string[]
}

/** An event that has ended a wait. */
interface Used {
  _id: string
  createdAt: Date
}

/** The rest behind a wait that an event has ended. */
export function restAfterEvent(rest: Rest, { _id, createdAt }: Used): Rest {
  if (createdAt > rest.at) return { at: createdAt, eventIds: [_id] }
  return { at: rest.at, eventIds: [...new Set([...rest.eventIds, _id])] }
}

/**
 * The rest behind a wait that has timed out, or a delay that has ended, at `at`: a moment that had passed when the step
 * began took no time, so that the execution did not rest.
 */
export function restAfterTime(rest: Rest, at: Date | null, begunAt: Date | null): Rest {
  return at === null || at <= rest.at || (begunAt !== null && at <= begunAt) ? rest : { at, eventIds: [] }
}
