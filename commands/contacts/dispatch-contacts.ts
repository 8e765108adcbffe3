import { Contact } from '../../models/contact.js'
import { groupBy } from '../../models/domain/group-by.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { countContacts, ensureGainedFields } from './count-contacts.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'

/** A snooze that a contact chose, and that a timer ends. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

/** The work that follows from changes of contacts, to be started before the changes are completed. */
export interface ContactDispatch {
  entries: OutboxEntry[]
  snoozes: Snooze[]
  /** Steps the counters and clears the outbox entries, except those of contacts that changed again meanwhile. */
  complete: () => Promise<void>
}

/**
 * Dispatches changes of contacts within the database: evaluates the tracked segments, and on `complete` steps the
 * counters. Repeating it changes nothing. Returns the entries that follow and the snoozes that need a timer.
 */
export async function dispatchContacts(contactIds: string[]): Promise<ContactDispatch> {
  const changed = await Contact.find(
    { _id: { $in: contactIds }, 'dispatch.state': 'pending' },
    { activity: 0, segments: 0 },
  ).lean()
  const ofProjects = groupBy(changed, ({ projectId }) => projectId)
  const entries: OutboxEntry[] = []
  for (const [projectId, contacts] of ofProjects) {
    const depth = Math.max(0, ...contacts.map(({ dispatch }) => dispatch?.depth ?? 0))
    const ids = contacts.map(({ _id }) => _id)
    // A condition on an unknown field matches no contact.
    await ensureGainedFields(projectId, contacts)
    entries.push(...(await evaluateSegments(projectId, ids, depth)))
  }
  const snoozes = changed.flatMap(({ _id: contactId, projectId, snoozedUntil: until }) =>
    until ? [{ projectId, contactId, until }] : [],
  )
  return {
    entries,
    snoozes,
    async complete() {
      for (const [projectId, contacts] of ofProjects) await countContacts(projectId, contacts)
    },
  }
}
