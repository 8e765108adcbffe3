import { Contact } from '../../models/contact.js'
import { groupBy } from '../../models/domain/group-by.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { countContacts, ensureGainedFields } from './count-contacts.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'

/** A pause that a contact chose, and that has to be ended. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

/** What follows from changes of contacts, to be set off before they are settled. */
export interface ContactDispatch {
  entries: OutboxEntry[]
  snoozes: Snooze[]
  /** Steps the counters and clears the marks, but of contacts that changed again meanwhile. */
  settle: () => Promise<void>
}

/**
 * Does in the database what changes of contacts set off: tracked segments are brought up to date, and counters when
 * it is settled. Repeating it changes nothing. Returns what follows from it, and the snoozes that need a timer.
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
    // Conditions match nothing by a field that is not known.
    await ensureGainedFields(projectId, contacts)
    entries.push(...(await evaluateSegments(projectId, ids, depth)))
  }
  const snoozes = changed.flatMap(({ _id: contactId, projectId, snoozedUntil: until }) =>
    until ? [{ projectId, contactId, until }] : [],
  )
  return {
    entries,
    snoozes,
    async settle() {
      for (const [projectId, contacts] of ofProjects) await countContacts(projectId, contacts)
    },
  }
}
