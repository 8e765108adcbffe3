import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { ContactTotals } from '../../../models/contact-count.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { Event, type EventRecord } from '../../../models/event.js'
import { Mailbox, type MailboxRecord } from '../../../models/mailbox.js'
import type { OwnedWrite } from '../../../models/owned-model.js'
import { updateEach, type Update } from '../../../models/update-each.js'
import { setOff, type SetOff } from '../../base/outbox/set-off.js'
import { leaveSegmentsIn } from '../segments/leave-segments.js'
import { stepCounters } from './step-counters.js'

/** What changes of contacts of one project write. */
export interface ContactWrites {
  projectId: string
  inserted: readonly ContactRecord[]
  updated: readonly Update[]
  removed: readonly Pick<ContactRecord, '_id' | 'segments'>[]
  mailboxes: readonly OwnedWrite<MailboxRecord>[]
  events: readonly EventRecord[]
  emails: readonly EmailRecord[]
  /** Steps of the counters of the project that no outbox entry takes. */
  steps: ContactTotals
  entries: readonly SetOff[]
}

/**
 * Stores the writes of projects in the transaction of `session`, with the same few commands for any number of contacts
 * and projects. The projects must be of one shard (`shardOf`).
 */
export async function storeWrites(session: ClientSession, all: readonly ContactWrites[]): Promise<void> {
  const inserted = all.flatMap((writes) => writes.inserted)
  if (inserted.length > 0) await Contact.collection.insertMany(inserted, { session })
  const updated = all.flatMap((writes) => writes.updated)
  if (updated.length > 0) await updateEach(Contact, updated, session)
  for (const { projectId, removed } of all) {
    if (removed.length === 0) continue
    await Contact.deleteMany({ _id: { $in: removed.map(({ _id }) => _id) }, projectId }, { session })
    await leaveSegmentsIn(session, projectId, removed)
  }
  const mailboxes = all.flatMap((writes) => writes.mailboxes)
  if (mailboxes.length > 0) await Mailbox.collection.bulkWrite(mailboxes, { session })
  const events = all.flatMap((writes) => writes.events)
  if (events.length > 0) await Event.collection.insertMany(events, { session })
  await stepCounters(session, new Map(all.map(({ projectId, steps }) => [projectId, steps])))
  const emails = all.flatMap((writes) => writes.emails)
  if (emails.length > 0) await Email.collection.insertMany(emails, { session, ignoreUndefined: true })
  await setOff(session, ...all.flatMap(({ entries }) => entries))
}
