import mongoose, { type ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Field, type FieldRecord } from '../../../models/field.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import { addSteps, FIELD_KEYS, noSteps } from './count-contacts.js'

/** How many contacts a project has. */
export interface ContactTotals {
  contacts: number
  subscribed: number
}

/**
 * The current numbers of a project's contacts. They are the counters plus the steps of the few contacts that changed
 * and are not counted yet, read from one snapshot.
 */
export async function contactTotals(projectId: string): Promise<ContactTotals> {
  return inSnapshot(async (session) => {
    const counted = await ContactCount.findOne({ _id: projectId }, null, { session }).lean()
    const { contacts, subscribed } = await findUncountedSteps(projectId, session)
    return { contacts: (counted?.contacts ?? 0) + contacts, subscribed: (counted?.subscribed ?? 0) + subscribed }
  })
}

/** The custom fields of a project with the number of contacts that have each, and how many contacts there are. */
export async function fieldTotals(projectId: string): Promise<{ fields: FieldRecord[]; contacts: number }> {
  return inSnapshot(async (session) => {
    const fields = await Field.find({ projectId, deletedAt: null }, null, { session }).sort({ key: 1 }).lean()
    const counted = await ContactCount.findOne({ _id: projectId }, null, { session }).lean()
    const steps = await findUncountedSteps(projectId, session)
    return {
      fields: fields.map((field) => ({ ...field, count: field.count + (steps.fields.get(field.key) ?? 0) })),
      contacts: (counted?.contacts ?? 0) + steps.contacts,
    }
  })
}

async function findUncountedSteps(projectId: string, session: ClientSession) {
  const steps = noSteps()
  const changed = Outbox.aggregate<Pick<ContactRecord, 'counted' | 'subscribed'> & { keys: string[] }>([
    { $match: inQueue('contact', projectId) },
    { $unwind: '$ids' },
    // A contact that changed several times may be in several entries.
    { $group: { _id: '$ids' } },
    { $lookup: { from: Contact.collection.name, localField: '_id', foreignField: '_id', as: 'contact' } },
    { $unwind: '$contact' },
    { $replaceWith: '$contact' },
    { $match: { projectId } },
    { $project: { subscribed: 1, counted: 1, keys: FIELD_KEYS } },
  ])
    .session(session)
    .allowDiskUse(true)
    .cursor()
  for await (const { counted, subscribed, keys } of changed) addSteps(steps, counted, { subscribed, keys })
  return steps
}

async function inSnapshot<T>(read: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    return await read(session)
  } finally {
    await session.endSession()
  }
}
