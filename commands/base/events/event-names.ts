import type { ClientSession } from 'mongoose'
import { EventName } from '../../../models/event-name.js'
import { invalid } from '../../../models/domain/errors.js'
import { newId } from '../../../runtime/ids.js'
import { createAdmission } from '../records/admit-names.js'
import { nameLimits } from '../records/name-limits.js'
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
 * Registers the name of an event that a public key reports. Returns false when the half of the table that is open to
 * such names is full. A name that a definition of the project listens to may use the whole table.
 */
export async function registerPublicEventName(projectId: string, name: string): Promise<boolean> {
  const refused = await admission.admit(projectId, [name], { isPublic: true })
  if (refused.length === 0) return true
  const listenedNames = await listenedEvents(projectId)
  return listenedNames.has(name) && (await admission.admit(projectId, [name])).length === 0
}

/**
 * Registers the name of a reported event with its project. Throws VALIDATION_ERROR `too_many` for a new name when the
 * project has the most names that it may have. The limit exists because each name of an event makes the documents of
 * its contacts longer.
 */
export async function registerEventName(projectId: string, name: string): Promise<void> {
  const refused = await admission.admit(projectId, [name])
  if (refused.length === 0) return
  const message = `A project can have at most ${nameLimits().eventNames} event names. Delete one you no longer use`
  throw invalid([{ field: 'event', code: 'too_many', message, received: name }])
}

/** Removes a name of a project, which makes room for another one. Returns whether the project had the name. */
export async function removeEventName(session: ClientSession, projectId: string, name: string): Promise<boolean> {
  const { deletedCount } = await EventName.deleteOne({ projectId, name }, { session })
  return deletedCount > 0
}

/** Removes a deleted name from the cache of this process, and also the cached answer that the project has no room. */
export function forgetEventName(projectId: string, name: string): void {
  admission.forget(projectId, name)
}
