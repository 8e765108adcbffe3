import type { ContactRecord } from '../../../models/contact.js'

/** A place in the list of the contacts that a search finds, by the address and the id of a contact. */
export interface Position {
  sortValue: string
  id: string
}

/** One page of the contacts that a search finds. The next page begins after the place `last`; null at the end. */
export interface FoundPage {
  contacts: ContactRecord[]
  last: { _id: string; email: string } | null
}

/** A search: how its contacts are read from a place on, and how they are counted. */
export interface Search {
  read: (after: Position | null, limit: number) => Promise<FoundPage>
  /** Counts the contacts, up to `most` of them. Throws SERVICE_UNAVAILABLE after `deadline`. */
  count: (most: number, deadline: number) => Promise<number>
}

/** The parts of a contact that no list shows, and that may be large. */
export const NOT_LISTED = { activity: 0, campaigns: 0 } as const
