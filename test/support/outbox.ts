import mongoose from 'mongoose'
import { stateOf } from '../../commands/audience/contacts/contact-state.js'
import { gainedBy, stepsOf } from '../../commands/audience/contacts/step-counters.js'
import {
  completeContacts,
  dispatchContacts as dispatchContactEntries,
  type Snooze,
} from '../../commands/automation/reactions/dispatch-contacts.js'
import { dispatchEvents as dispatchEventEntries } from '../../commands/automation/reactions/dispatch-events.js'
import { completeEvents } from '../../commands/base/events/due-activity.js'
import { relayEntriesTo } from '../../commands/base/outbox/owner.js'
import { storeEntries as storeIn } from '../../commands/base/outbox/set-off.js'
import { Contact, Outbox } from './models.js'
import type { OutboxEntry, OutboxKind } from '../../models/outbox-entry.js'

/** A document that an outbox entry names. */
export interface Waiting {
  kind: OutboxKind
  projectId: string
  id: string
}

/** The documents that entries name, one by one. */
export function documentsOf(entries: readonly OutboxEntry[]): Waiting[] {
  return entries.flatMap(({ kind, projectId, ids }) => ids.map((id) => ({ kind, projectId, id })))
}

/** The documents of a kind, of a project or of all, that wait for their dispatch. */
export async function waitingOf(kind: OutboxKind, projectId?: string): Promise<string[]> {
  const entries = await Outbox.find({ kind, ...(projectId === undefined ? {} : { projectId }) }).lean()
  return entries.flatMap(({ ids }) => ids)
}

/** Stores the entries of documents that are stored already; a command does both in one transaction. */
export async function storeEntries(kind: OutboxKind, projectId: string, ...ids: string[]): Promise<OutboxEntry[]> {
  return mongoose.connection.withSession((session) => storeIn(session, { kind, projectId, ids }))
}

/** Stores the entry of new contacts that a test has stored itself. */
export async function storeEntriesOfNew(projectId: string, made: readonly { _id: string }[]): Promise<void> {
  const ids = made.map(({ _id }) => _id)
  const contacts = await Contact.find({ _id: { $in: ids }, projectId }).lean()
  const states = contacts.map((contact) => stateOf(contact, true))
  const counts = { contactCounts: stepsOf(states), gainedFields: gainedBy(states) }
  await mongoose.connection.withSession((session) => storeIn(session, { kind: 'contact', projectId, ids, ...counts }))
}

/** Takes the entries of a document away, as if it had been dispatched. */
export async function dropEntries(kind: OutboxKind, id: string): Promise<void> {
  await Outbox.deleteMany({ kind, ids: id })
}

/** Dispatches the stored events that still wait, as a relay does; returns what follows. */
export async function dispatchEvents(ids: string[]): Promise<Waiting[]> {
  const entries = await entriesOf('event', ids)
  const following = await enqueued(() => dispatchEventEntries(entries))
  await completeEvents(entries)
  await remove(entries)
  return documentsOf(following)
}

/** Dispatches the changed contacts that still wait, as a relay does; `complete` ends it, and `entries` follow. */
export async function dispatchContacts(ids: string[]) {
  const entries = await entriesOf('contact', ids)
  let snoozes: Snooze[] = []
  const following = await enqueued(async () => void (snoozes = await dispatchContactEntries(entries)))
  return {
    snoozes,
    entries: following,
    complete: async (): Promise<void> => {
      await completeContacts(entries)
      await remove(entries)
    },
  }
}

function entriesOf(kind: OutboxKind, ids: string[]): Promise<OutboxEntry[]> {
  return Outbox.find({ kind, ids: { $in: ids } })
    .sort({ _id: 1 })
    .lean()
}

async function remove(entries: OutboxEntry[]): Promise<void> {
  await Outbox.deleteMany({ _id: { $in: entries.map(({ _id }) => _id) } })
}

/** The entries that each test hands to the relay of its process. */
export function useEnqueued(): OutboxEntry[] {
  const entries: OutboxEntry[] = []
  let stop: () => void
  beforeEach(() => {
    entries.splice(0)
    stop = relayEntriesTo((some) => void entries.push(...some))
  })
  afterEach(() => stop())
  return entries
}

/** Does some work, and returns the entries that it hands to the relay of its process. */
export async function enqueued(work: () => Promise<unknown>): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  const stop = relayEntriesTo((some) => void entries.push(...some))
  try {
    await work()
  } finally {
    stop()
  }
  return entries
}
