import { Contact, type ContactRecord } from '../../contact.js'
import { groupBy } from '../../domain/group-by.js'
import type { Intent } from '../../intent.js'
import { countContacts } from './count-contacts.js'
import { evaluateSegments } from '../segments/evaluate-segments.js'

/** A pause that a contact chose, and that has to be ended. */
export interface Snooze {
  projectId: string
  contactId: string
  until: Date
}

type ChangedContact = Pick<ContactRecord, '_id' | 'projectId' | 'snoozedUntil' | 'changes' | 'dispatch'>

/** Changed contacts whose marks are cleared once what follows from the change is done. */
export interface ContactDispatch {
  intents: Intent[]
  snoozes: Snooze[]
  /** Clears the marks, but of contacts that changed again meanwhile. */
  clear: () => Promise<void>
}

/**
 * Does in the database what changes of contacts set off: counters are stepped and tracked segments brought up
 * to date. Repeating it changes nothing. Returns what follows from it, and the snoozes that need a timer.
 */
export async function dispatchContacts(contactIds: string[]): Promise<ContactDispatch> {
  const changed = await Contact.find(
    { _id: { $in: contactIds }, 'dispatch.state': 'pending' },
    { projectId: 1, snoozedUntil: 1, changes: 1, dispatch: 1 },
  ).lean<ChangedContact[]>()
  const intents: Intent[] = []
  for (const [projectId, contacts] of groupBy(changed, (contact) => contact.projectId)) {
    const ids = contacts.map(({ _id }) => _id)
    const depth = Math.max(0, ...contacts.map(({ dispatch }) => dispatch?.depth ?? 0))
    await countContacts(projectId, ids)
    intents.push(...(await evaluateSegments(projectId, ids, depth)))
  }
  const snoozes = changed.flatMap(({ _id: contactId, projectId, snoozedUntil: until }) =>
    until ? [{ projectId, contactId, until }] : [],
  )
  return { intents, snoozes, clear: () => clearMarks(changed) }
}

async function clearMarks(changed: ChangedContact[]): Promise<void> {
  if (changed.length === 0) return
  await Contact.bulkWrite(
    changed.map(({ _id, projectId, changes }) => ({
      updateOne: { filter: { _id, projectId, changes }, update: { $unset: { dispatch: 1 } }, timestamps: false },
    })),
    { ordered: false },
  )
}
