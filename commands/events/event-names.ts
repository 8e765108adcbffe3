import type { ClientSession } from 'mongoose'
import { EventName } from '../../models/event-name.js'
import { invalid } from '../../models/domain/errors.js'
import { newId } from '../../runtime/ids.js'
import { createAdmission } from '../projects/admit-names.js'
import { nameLimits } from '../projects/name-limits.js'
import { listenedEvents } from './listened-events.js'

const admission = createAdmission<string>({
  nameOf: (name) => name,
  async findKnown(projectId, names, session) {
    const found = await EventName.find({ projectId, name: { $in: names } }, { name: 1 }, { session }).lean()
    return found.map(({ name }) => name)
  },
  count: (projectId, session) => EventName.countDocuments({ projectId }, { session }),
  async add(projectId, names, session) {
    const records = names.map((name) => ({ _id: newId(), projectId, name }))
    await EventName.insertMany(records, { session, lean: true })
  },
  limit: () => nameLimits().eventNames,
})

/**
 * Makes the name of an event known to its project that a public key reports; false where the half of the table is full
 * that these names may fill. A name that something listens to is the project's own, and has the whole table for room.
 */
export async function registerPublicEventName(projectId: string, name: string): Promise<boolean> {
  const refused = await admission.admit(projectId, [name], { isPublic: true })
  if (refused.length === 0) return true
  const listened = await listenedEvents(projectId)
  return listened.has(name) && (await admission.admit(projectId, [name])).length === 0
}

/**
 * Makes the name of a reported event known to its project. Throws VALIDATION_ERROR `too_many` for a new name of a
 * project that has all it may have: every name that occurs to a contact makes its document longer.
 */
export async function registerEventName(projectId: string, name: string): Promise<void> {
  const refused = await admission.admit(projectId, [name])
  if (refused.length === 0) return
  const message = `A project has at most ${nameLimits().eventNames} event names; delete one that is no longer used`
  throw invalid([{ field: 'event', code: 'too_many', message, received: name }])
}

/** Removes a name of a project, which makes room for another; returns whether the project had it. */
export async function removeEventName(session: ClientSession, projectId: string, name: string): Promise<boolean> {
  const { deletedCount } = await EventName.deleteOne({ projectId, name }, { session })
  return deletedCount > 0
}

/** Makes this process forget a name that is removed, and that the project had no room. */
export function forgetEventName(projectId: string, name: string): void {
  admission.forget(projectId, name)
}
