let owner = ''

/** The relay that dispatches the entries which this process stores; empty while it has none. */
export function ownerOfEntries(): string {
  return owner
}

/** Lets a relay of this process own the entries that are stored from here on. */
export function ownEntriesAs(relay: string): void {
  owner = relay
}
