import type { ClientSession } from 'mongoose'
import { byShard, projectsOf } from '../../../models/by-shard.js'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { inQueue, Outbox, type OutboxEntry } from '../../../models/outbox-entry.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { countDays } from '../counters/count-days.js'
import { countLinkClicks } from '../counters/count-link-clicks.js'
import { setOff } from '../outbox/set-off.js'
import { existingProjects } from '../records/existing-projects.js'
import { judgementsOf } from '../counters/judgements-of.js'
import { addActivity, type Occurrence } from './activity.js'

const BATCH = 50
// A transaction over more contacts would conflict too often with requests that change them.
const MAX_EVENTS = 200
const IS_DUE = { activityAt: { $gt: new Date(0) } }

/**
 * Adds the events of outbox entries to the activity of their contacts, where that is still due. The same transaction
 * removes `activityAt` from the entries, so that each event counts once, even when several processes repeat the call.
 */
export async function addDueActivity(entries: readonly OutboxEntry[]): Promise<void> {
  for (const due of byShard(entries.filter(isDue))) {
    for (let left = due; left.length > 0; left = (await readAgain(left)).filter(isDue)) {
      if (await addAll(left)) break
    }
    // The entries in memory now equal the stored ones, so that `completeEvents` does not add their activity again.
    for (const entry of due) delete entry.activityAt
  }
}

/**
 * Completes dispatched outbox entries of events. One transaction for the projects of a shard deletes the entries and
 * adds their events to the counters of the day and, where that is still due, to the activity of their contacts, so that
 * each event counts once. The same transaction enqueues the check of the reputation of projects whose counters have
 * become worse.
 */
export async function completeEvents(entries: readonly OutboxEntry[]): Promise<void> {
  for (const all of byShard(entries)) {
    const existing = await existingProjects(projectsOf(all).$in)
    for (let left = all; left.length > 0;) {
      const changed: OutboxEntry[] = []
      for (const some of [...inBatches(left.filter(isDue)), left.filter((entry) => !isDue(entry))]) {
        if (!(await completeAll(some, existing))) changed.push(...some)
      }
      left = changed.length > 0 ? await readAgain(changed) : []
    }
  }
}

/** Adds every stored event of a project to the activity of its contact, before conditions are evaluated. */
export async function addDueActivityOf(projectId: string): Promise<void> {
  for (;;) {
    const due = await Outbox.find({ ...inQueue('event', projectId), ...IS_DUE })
      .limit(BATCH)
      .lean()
    await addDueActivity(due)
    if (due.length < BATCH) return
  }
}

/** The ids of the project's events whose activity is still due, as the transaction of `session` sees them. */
export async function findDueEvents(projectId: string, session: ClientSession): Promise<string[]> {
  const due = await Outbox.find({ ...inQueue('event', projectId), ...IS_DUE }, { ids: 1 }, { session }).lean()
  return due.flatMap(({ ids }) => ids)
}

function isDue(entry: OutboxEntry): boolean {
  return entry.activityAt !== undefined
}

function inBatches(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const batches: OutboxEntry[][] = []
  let room = 0
  for (const entry of entries) {
    if (room <= 0) {
      batches.push([])
      room = MAX_EVENTS
    }
    batches.at(-1)?.push(entry)
    room -= entry.ids.length
  }
  return batches
}

function readAgain(entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  return Outbox.find(filterOf(entries)).lean()
}

/**
 * Adds the activity of due entries. Returns false without a change when another process has counted or deleted some of
 * them.
 */
function addAll(entries: OutboxEntry[]): Promise<boolean> {
  return inTransaction(async (session) => {
    const update = { $unset: { activityAt: 1 as const } }
    const { modifiedCount } = await Outbox.collection.updateMany(unchangedFilter(entries), update, { session })
    if (modifiedCount < entries.length) return abort(session)
    await addDue(entries, session)
    return true
  })
}

/**
 * Completes entries that are all due, or all counted. Returns false without a change when another process has changed
 * some.
 */
async function completeAll(entries: OutboxEntry[], existing: ReadonlySet<string>): Promise<boolean> {
  if (entries.length === 0) return true
  return inTransaction(async (session) => {
    const { deletedCount } = await Outbox.collection.deleteMany(unchangedFilter(entries), { session })
    if (deletedCount < entries.length) return abort(session)
    const undecided = await countDays(entries, existing, session)
    await countLinkClicks(entries, session)
    await setOff(session, ...judgementsOf(entries, existing, undecided))
    await addDue(entries, session)
    return true
  })
}

function unchangedFilter(entries: OutboxEntry[]) {
  return { ...filterOf(entries), ...(entries.every(isDue) ? IS_DUE : {}) }
}

function filterOf(entries: OutboxEntry[]) {
  return { _id: { $in: entries.map(({ _id }) => _id) }, projectId: projectsOf(entries) }
}

async function abort(session: ClientSession): Promise<false> {
  await session.abortTransaction()
  return false
}

async function addDue(entries: OutboxEntry[], session: ClientSession): Promise<void> {
  const occurrences = entries.flatMap(occurrencesIn)
  const listed = occurrences.filter(({ isUnlisted }) => !isUnlisted)
  const areAllThere = await addActivity(listed, session)
  if (!areAllThere || listed.length < occurrences.length) await dropOrphans(occurrences, session)
}

type StoredOccurrence = Occurrence & { id: string; isUnlisted: boolean }

function occurrencesIn({ projectId, ids, events = [], activityAt }: OutboxEntry): StoredOccurrence[] {
  return ids.flatMap((id, index) => {
    const { contactId = null, name = '', isUnlisted = false } = events[index] ?? {}
    return contactId === null || !activityAt ? [] : [{ id, projectId, contactId, name, isUnlisted, at: activityAt }]
  })
}

// Deletes events of deleted contacts. A contact may be deleted, and its events erased, between the read of the contact
// and the write of a new event.
async function dropOrphans(occurrences: StoredOccurrence[], session: ClientSession): Promise<void> {
  const contactIds = [...new Set(occurrences.map(({ contactId }) => contactId))]
  const projectId = projectsOf(occurrences)
  const contacts = await Contact.find({ _id: { $in: contactIds }, projectId }, { _id: 1 }, { session }).lean()
  const existing = new Set(contacts.map(({ _id }) => _id))
  const orphans = occurrences.filter(({ contactId }) => !existing.has(contactId)).map(({ id }) => id)
  await Event.deleteMany({ _id: { $in: orphans }, projectId }, { session })
}
