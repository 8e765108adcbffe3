import type { ClientSession } from 'mongoose'
import { Contact } from '../../models/contact.js'
import { groupBy } from '../../models/domain/group-by.js'
import { Event } from '../../models/event.js'
import { laneOf, Outbox, type OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { countDays } from '../analytics/count-days.js'
import { setOff } from '../outbox/set-off.js'
import { judgementsOf } from '../projects/judgements-of.js'
import { zonesOf } from '../projects/zones-of.js'
import { addActivity, type Occurrence } from './activity.js'

const BATCH = 50
// More contacts in one transaction would conflict too often with their requests.
const EVENTS_TOGETHER = 200
const IS_DUE = { activityAt: { $gt: new Date(0) } }

// Entries in memory whose activity this process has noted; they have `activityAt` as they were read.
const noted = new WeakSet<OutboxEntry>()

/** The activity of these entries is noted already, at least in part. */
class NotedMeanwhileError extends Error {
  override readonly name = 'NotedMeanwhileError'
}

/**
 * Adds the events of outbox entries to the activity of their contacts, where that is still due: the transaction that adds
 * them also takes `activityAt` from their entries, so that each is counted once, however often and by how many processes
 * this is repeated.
 */
export async function noteActivity(entries: readonly OutboxEntry[]): Promise<void> {
  for (const [projectId, all] of groupBy(entries.filter(isDue), (entry) => entry.projectId)) {
    // Entries that are looked at for the first time are all due, which the update itself confirms.
    for (let due = all; due.length > 0; due = await stillDue(projectId, due)) {
      if (await noteAll(projectId, due, unmark)) break
    }
    for (const entry of all) noted.add(entry)
  }
}

/**
 * Completes entries of events that are dispatched: deletes them in the transaction that adds their events to the counters
 * of the day and, where that is still due, to the activity of their contacts, so that each is counted once. The same
 * transaction sets off the judgement of the projects whose counters have become worse.
 */
export async function completeEvents(entries: readonly OutboxEntry[]): Promise<void> {
  for (const [projectId, all] of groupBy(entries, (entry) => entry.projectId)) {
    const zones = await zonesOf([projectId])
    const noted = all.filter((entry) => !isDue(entry))
    for (const due of inSlices(all.filter(isDue))) {
      if (await noteAll(projectId, due, removeCounted(due, zones))) continue
      await noteActivity(due)
      noted.push(...due)
    }
    await removeNoted(projectId, noted, zones)
  }
}

/** Deletes and counts entries whose activity is noted; another process may have deleted some. */
async function removeNoted(
  projectId: string,
  entries: readonly OutboxEntry[],
  zones: ReadonlyMap<string, string>,
): Promise<void> {
  const idsOf = (some: readonly OutboxEntry[]) => ({ projectId, _id: { $in: some.map(({ _id }) => _id) } })
  for (let left = entries; left.length > 0; left = await Outbox.find(idsOf(left)).lean()) {
    const areAllThere = await inTransaction(async (session) => {
      const { deletedCount } = await Outbox.collection.deleteMany(idsOf(left) as object, { session })
      if (deletedCount === left.length) await count(left, zones, session)
      else await session.abortTransaction()
      return deletedCount === left.length
    })
    if (areAllThere) return
  }
}

/** Counts entries that a transaction deletes. */
async function count(
  entries: readonly OutboxEntry[],
  zones: ReadonlyMap<string, string>,
  session: ClientSession,
): Promise<void> {
  await countDays(entries, zones, session)
  await setOff(session, ...judgementsOf(entries, zones))
}

/** Notes the activity of every stored event of a project, for conditions that are about to be judged. */
export async function noteDueActivity(projectId: string): Promise<void> {
  for (;;) {
    const due = await Outbox.find({ lane: laneOf('event', projectId), ...IS_DUE })
      .limit(BATCH)
      .lean()
    await noteActivity(due)
    if (due.length < BATCH) return
  }
}

/** The ids of those events of a project whose activity is still due, as the transaction of `session` sees them. */
export async function findDueEvents(projectId: string, session: ClientSession): Promise<string[]> {
  const due = await Outbox.find({ lane: laneOf('event', projectId), ...IS_DUE }, { ids: 1 }, { session }).lean()
  return due.flatMap(({ ids }) => ids)
}

function isDue(entry: OutboxEntry): boolean {
  return entry.activityAt !== undefined && !noted.has(entry)
}

function inSlices(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const slices: OutboxEntry[][] = []
  let room = 0
  for (const entry of entries) {
    if (room <= 0) {
      slices.push([])
      room = EVENTS_TOGETHER
    }
    slices.at(-1)?.push(entry)
    room -= entry.ids.length
  }
  return slices
}

function stillDue(projectId: string, entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  return Outbox.find({ _id: { $in: entries.map(({ _id }) => _id) }, projectId, ...IS_DUE }).lean()
}

/** Takes entries that are due as noted, within a transaction; returns how many were due. */
type Take = (due: { _id: { $in: never[] }; projectId: string }, session: ClientSession) => Promise<number>

const unmark: Take = async (due, session) => {
  const update = { $unset: { activityAt: 1 as const } }
  const { modifiedCount } = await Outbox.collection.updateMany({ ...due, ...IS_DUE }, update, { session })
  return modifiedCount
}

const removeCounted =
  (entries: readonly OutboxEntry[], zones: ReadonlyMap<string, string>): Take =>
  async (due, session) => {
    const { deletedCount } = await Outbox.collection.deleteMany({ ...due, ...IS_DUE }, { session })
    if (deletedCount === entries.length) await count(entries, zones, session)
    return deletedCount
  }

/** Notes entries that are all due; false, without a change, where some no longer are. */
async function noteAll(projectId: string, due: OutboxEntry[], take: Take): Promise<boolean> {
  const ids = due.map(({ _id }) => _id)
  try {
    await inTransaction(async (session) => {
      const taken = await take({ _id: { $in: ids as never[] }, projectId }, session)
      if (taken < due.length) throw new NotedMeanwhileError()
      const occurrences = due.flatMap(occurrencesIn)
      const listed = occurrences.filter(({ isUnlisted }) => !isUnlisted)
      const areAllThere = await addActivity(listed, session)
      if (!areAllThere || listed.length < occurrences.length) await dropOrphans(occurrences, projectId, session)
    })
    return true
  } catch (error) {
    if (error instanceof NotedMeanwhileError) return false
    throw error
  }
}

type StoredOccurrence = Occurrence & { id: string; isUnlisted: boolean }

function occurrencesIn({ projectId, ids, events = [], activityAt }: OutboxEntry): StoredOccurrence[] {
  return ids.flatMap((id, index) => {
    const { contactId = null, name = '', isUnlisted = false } = events[index] ?? {}
    return contactId === null || !activityAt ? [] : [{ id, projectId, contactId, name, isUnlisted, at: activityAt }]
  })
}

// A contact may be deleted, and its events erased, between the read of an event's request and the write of the event.
async function dropOrphans(occurrences: StoredOccurrence[], projectId: string, session: ClientSession): Promise<void> {
  const contactIds = [...new Set(occurrences.map(({ contactId }) => contactId))]
  const there = await Contact.find({ _id: { $in: contactIds }, projectId }, { _id: 1 }, { session }).lean()
  const existing = new Set(there.map(({ _id }) => _id))
  const orphans = occurrences.filter(({ contactId }) => !existing.has(contactId)).map(({ id }) => id)
  await Event.deleteMany({ _id: { $in: orphans }, projectId }, { session })
}
