import type { OutboxEntry } from '../../../models/outbox-entry.js'

type TakeEntries = (entries: readonly OutboxEntry[]) => void

/** The owner of refused entries until the time of their next dispatch. Any relay may take them over then. */
export const RESTING = 'resting'

/** The owner of entries that were refused for an hour. No relay dispatches them until an operator retries them. */
export const PARKED = 'parked'

const UNKNOWN_KIND = 'unknown kind '

/**
 * A filter for the owner of entries that are set aside: resting, parked, or of a kind that their finder did not know.
 */
export const IS_SET_ASIDE = { $in: [RESTING, PARKED, new RegExp(`^${UNKNOWN_KIND}`)] }

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

/** The owner of entries of a kind that this version does not know. A process of a newer version dispatches them. */
export function unknownKindOwner(kind: string): string {
  return UNKNOWN_KIND + kind
}

/** The kind in the name of an owner that `unknownKindOwner` made; null for every other owner. */
export function kindLeftTo(name: string): string | null {
  return name.startsWith(UNKNOWN_KIND) ? name.slice(UNKNOWN_KIND.length) : null
}
