import type { OutboxEntry } from '../../../models/outbox-entry.js'

type TakeEntries = (entries: readonly OutboxEntry[]) => void

let owner = ''
const relays = new Set<TakeEntries>()

/** The relay that owns the entries which this process stores; empty while the process has no relay. */
export function ownerOfEntries(): string {
  return owner
}

/** Makes a relay of this process the owner of the entries that are stored from now on. */
export function ownEntriesAs(relay: string): void {
  owner = relay
}

/**
 * Passes the entries that this process stores to a relay as soon as their transaction is committed. The returned
 * function ends this. If a process has several relays, the last one gets the entries; without a relay they wait for a
 * poller.
 */
export function relayEntriesTo(take: TakeEntries): () => void {
  relays.add(take)
  return () => void relays.delete(take)
}

/** Passes stored entries to the relay of this process, if it has one. */
export function enqueue(entries: readonly OutboxEntry[]): void {
  if (entries.length > 0) [...relays].at(-1)?.(entries)
}
