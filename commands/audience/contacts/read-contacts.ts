import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { spelledAs, spelledAsAny } from '../../base/listing/address-spellings.js'
import type { ContactChange } from './contact-change.js'
import type { FoundContact } from './contact-state.js'

/** The ids of contacts, and the normalised addresses of further ones. */
export interface ContactKeys {
  ids?: readonly string[]
  emails?: readonly string[]
}

/** Contacts as a transaction reads them, and the time of the database's clock; null without contacts. */
export interface ContactsRead {
  found: FoundContact[]
  now: Date | null
}

/** The contacts of changes, by the ids of their projects. */
export function keysOf(changes: readonly ContactChange[]): Map<string, ContactKeys> {
  const ofProjects = [...groupBy(changes, ({ projectId }) => projectId)]
  return new Map(
    ofProjects.map(([projectId, of]) => [
      projectId,
      {
        ids: of.flatMap(({ who }) => ('id' in who ? who.id : [])),
        emails: of.flatMap(({ who, newEmail = [] }) => ('email' in who ? who.email : newEmail)),
      },
    ]),
  )
}

/** Reads contacts of projects to change them, by the ids of the projects. */
export async function readContacts(
  session: ClientSession,
  wanted: ReadonlyMap<string, ContactKeys>,
): Promise<ContactsRead> {
  const filters = [...wanted].flatMap(([projectId, { ids = [], emails = [] }]) => [
    ...(ids.length > 0 ? [{ projectId, _id: { $in: ids } }] : []),
    ...(emails.length > 0 ? [{ projectId, email: spelledAsAny(emails) }] : []),
  ])
  const [only, ...others] = filters
  if (!only) return { found: [], now: null }
  // The aggregation of the driver takes half the time of Mongoose's.
  const reading = Contact.collection.aggregate<FoundContact & { now: Date }>(
    [{ $match: others.length > 0 ? { $or: filters } : only }, { $set: { now: '$$NOW' } }, { $unset: 'activity' }],
    { session },
  )
  const found = await reading.toArray()
  return { found: found.map(({ now: _now, ...contact }) => contact), now: found[0]?.now ?? null }
}

/**
 * Reads the contact with the address of `contact`, or inserts `contact` by the same command when there is none; then
 * returns null.
 */
export async function readOrInsert(session: ClientSession, contact: ContactRecord): Promise<FoundContact | null> {
  const { projectId, ...fields } = contact
  return Contact.collection.findOneAndUpdate(
    { projectId, email: spelledAs(contact.email) },
    { $setOnInsert: fields as never },
    { upsert: true, returnDocument: 'before', projection: { activity: 0 }, session },
  )
}
