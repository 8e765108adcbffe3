import type { ClientSession } from 'mongoose'
import { Contact, type ActivitySummary } from '../../models/contact.js'
import { escapeKey } from '../../models/domain/fields.js'
import { groupBy } from '../../models/domain/group-by.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { fullAmong } from '../contacts/full-contacts.js'

/** An event as the activity of its contact counts it. */
export interface Occurrence {
  projectId: string
  contactId: string
  name: string
  at: Date
}

type Named = Pick<Occurrence, 'name' | 'at'>

/** The update that adds events to the activity of their contact. */
export function activityUpdate(occurrences: readonly Named[]) {
  const added = Object.entries(summarise(occurrences)).map(([key, summary]) => ({
    path: `activity.${key}`,
    ...summary,
  }))
  return {
    $inc: Object.fromEntries(added.map(({ path, count }) => [`${path}.count`, count])),
    $min: Object.fromEntries(added.map(({ path, first }) => [`${path}.first`, first])),
    $max: Object.fromEntries(added.map(({ path, last }) => [`${path}.last`, last])),
  }
}

/** The activity of a contact by the escaped names of its events, if these are all. */
export function summarise(occurrences: readonly Named[]): Record<string, ActivitySummary> {
  const byKey = groupBy(occurrences, ({ name }) => escapeKey(name))
  return Object.fromEntries(
    [...byKey].map(([key, of]) => {
      const times = of.map(({ at }) => at.getTime())
      return [key, { first: new Date(Math.min(...times)), last: new Date(Math.max(...times)), count: of.length }]
    }),
  )
}

/**
 * Adds events to the activity of their contacts, in one write. A contact whose document has no room for it stays as it is.
 * Returns whether every contact is there.
 */
export async function addActivity(occurrences: readonly Occurrence[], session: ClientSession): Promise<boolean> {
  const notes = [...groupBy(occurrences, ({ contactId }) => contactId)].flatMap(([contactId, of]) => {
    const [first] = of
    return first ? [{ contactId, projectId: first.projectId, of }] : []
  })
  const full = await fullAmong(session, notes)
  const fitting = notes.filter(({ contactId }) => !full.has(contactId))
  if (fitting.length === 0) return true
  // Contacts with the same events, such as the recipients of a campaign, share an update.
  const alike = groupBy(fitting, ({ projectId, of }) =>
    JSON.stringify([projectId, of.map(({ name, at }) => [name, at])]),
  )
  const { matchedCount } = await updateEach(
    Contact,
    [...alike.values()].map((same) => ({
      filter: { _id: { $in: same.map(({ contactId }) => contactId) }, projectId: same[0]?.projectId ?? '' },
      update: activityUpdate(same[0]?.of ?? []),
      isMany: true,
    })),
    session,
  )
  return matchedCount === fitting.length
}
