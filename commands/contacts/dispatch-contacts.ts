import { Contact, type ContactRecord } from '../../models/contact.js'
import { groupBy } from '../../models/domain/group-by.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { countContacts, ensureGainedFields, type ChangedContact } from './count-contacts.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'

/** A snooze that a contact chose, and that a timer ends. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

type Changed = ChangedContact & Pick<ContactRecord, 'projectId' | 'snoozedUntil'>

/** The work that follows from changes of contacts, to be started before the changes are completed. */
export interface ContactDispatch {
  entries: OutboxEntry[]
  snoozes: Snooze[]
  /** Steps the counters. */
  complete: () => Promise<void>
}

/**
 * Dispatches changes of contacts within the database: evaluates the tracked segments, and on `complete` steps the
 * counters. Repeating it changes nothing. Returns the entries that follow and the snoozes that need a timer.
 */
export async function dispatchContacts(stored: readonly OutboxEntry[]): Promise<ContactDispatch> {
  const projectIds = [...new Set(stored.map(({ projectId }) => projectId))]
  const changed = await Contact.find(
    { _id: { $in: [...new Set(stored.flatMap(({ ids }) => ids))] }, projectId: { $in: projectIds } },
    { projectId: 1, subscribed: 1, snoozedUntil: 1, data: 1, counted: 1, updatedAt: 1 },
  ).lean<Changed[]>()
  const ofProjects = groupBy(changed, ({ projectId }) => projectId)
  const entries: OutboxEntry[] = []
  for (const [projectId, contacts] of ofProjects) {
    const depths = stored.flatMap((entry) => (entry.projectId === projectId ? (entry.depth ?? 0) : []))
    const depth = Math.max(0, ...depths)
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
