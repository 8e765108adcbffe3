import type { ContactRecord } from '../../../models/contact.js'

/** A place in the list of the contacts that a search finds: a value that the list is sorted by, and a contact's id. */
export interface Position {
  sortValue: string
  id: string
}

/**
 * One page of the contacts that a search finds, and where the next page begins; null at the end. `walked`: how many
 * contacts were gone through where the page ended before it was full; null for a full page and for the last one.
 * `total` counts for the first page alone, up to a number: if `isCapped` there may be more.
 */
export interface FoundPage {
  contacts: ContactRecord[]
  next: Position | null
  walked: number | null
  total: number
  isCapped: boolean
}

/** Which page of a search to read. */
export interface PageReading {
  after: Position | null
  limit: number
  /** Up to how many contacts are counted for the first page. */
  most: number
}

/** Reads a page of the contacts that a search finds. */
export type Search = (page: PageReading) => Promise<FoundPage>

/** The parts of a contact that no list shows, and that may be large. */
export const NOT_LISTED = { activity: 0, campaigns: 0 } as const
