import type { ClientSession } from 'mongoose'
import { ContactCount, type ContactTotals } from '../../../models/contact-count.js'
import { inferType } from '../../../models/domain/fields.js'
import type { GainedField } from '../../../models/outbox-entry.js'
import type { ContactState } from './contact-state.js'

/** The steps of the project's counters by the changes of contacts. */
export function stepsOf(states: readonly ContactState[]): ContactTotals {
  const steps = { contacts: 0, subscribed: 0 }
  for (const { stored, contact, isRemoved } of states) {
    steps.contacts += Number(!isRemoved) - Number(stored !== null)
    steps.subscribed += Number(!isRemoved && contact.subscribed) - Number(stored?.subscribed ?? false)
  }
  return steps
}

/** The fields that these contacts have and did not have before their changes. */
export function gainedBy(states: readonly ContactState[]): GainedField[] {
  const gained = new Map<string, GainedField>()
  for (const { stored, contact } of states) {
    for (const [key, value] of Object.entries(contact.data)) {
      if (!Object.hasOwn(stored?.data ?? {}, key)) gained.set(key, { key, type: inferType(value) })
    }
  }
  return [...gained.values()]
}

/** Several steps as one. */
export function sumOf(all: readonly ContactTotals[]): ContactTotals {
  return {
    contacts: all.reduce((sum, { contacts }) => sum + contacts, 0),
    subscribed: all.reduce((sum, { subscribed }) => sum + subscribed, 0),
  }
}

/** Whether steps leave the counters as they are. */
export function isNoStep({ contacts, subscribed }: ContactTotals): boolean {
  return contacts === 0 && subscribed === 0
}

/**
 * Adds steps to the counters of projects, by their ids. The transaction is that of the changes, or the one that deletes
 * the outbox entries of the changes, so that each change counts once.
 */
export async function stepCounters(session: ClientSession, steps: ReadonlyMap<string, ContactTotals>): Promise<void> {
  const writes = [...steps].flatMap(([projectId, of]) =>
    isNoStep(of)
      ? []
      : { updateOne: { filter: { _id: projectId, projectId }, update: { $inc: { ...of } }, upsert: true } },
  )
  if (writes.length > 0) await ContactCount.collection.bulkWrite(writes, { session, ordered: false })
}
