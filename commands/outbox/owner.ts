import type { OutboxEntry } from '../../models/outbox-entry.js'

type TakeEntries = (entries: readonly OutboxEntry[]) => void

/** The owner of entries that were refused, until the time of their next dispatch; any relay may take them then. */
export const RESTING = 'resting'

/** The owner of entries that were refused for an hour: nobody dispatches them until an operator puts them back. */
export const PARKED = 'parked'

const UNKNOWN_KIND = 'unknown kind '

/** A filter for the owner of entries that are set aside: they rest, are parked, or are left to another version. */
export const IS_SET_ASIDE = { $in: [RESTING, PARKED, new RegExp(`^${UNKNOWN_KIND}`)] }

let owner = ''
const relays = new Set<TakeEntries>()

/** The relay that dispatches the entries which this process stores; empty while it has none. */
export function ownerOfEntries(): string {
  return owner
}

/** Lets a relay of this process own the entries that are stored from here on. */
export function ownEntriesAs(relay: string): void {
  owner = relay
}

/**
 * Hands the entries that this process stores to a relay, as soon as their transaction is committed, until the function
 * is called that it returns. Of several relays in one process the last takes them; without one they wait for a poller.
 */
export function relayEntriesTo(take: TakeEntries): () => void {
  relays.add(take)
  return () => void relays.delete(take)
}

/** Hands stored entries to the relay of this process, if it has one. */
export function enqueue(entries: readonly OutboxEntry[]): void {
  if (entries.length > 0) [...relays].at(-1)?.(entries)
}

/** The owner of entries of a kind that their finder does not know, for a process of a newer version. */
export function unknownKindOwner(kind: string): string {
  return UNKNOWN_KIND + kind
}

/** The kind of the entries of an owner that `unknownKindOwner` named; null for every other owner. */
export function kindLeftTo(name: string): string | null {
  return name.startsWith(UNKNOWN_KIND) ? name.slice(UNKNOWN_KIND.length) : null
}
