import { timesWithin } from '../../../models/domain/time-range.js'
import type { ActivityPlace, ActivityType } from '../../../models/domain/activity.js'

/**
 * An activity: something that happened in a project. Its `id` is the id of its document, followed by its type where one
 * document stands for several activities.
 */
export interface Activity extends ActivityPlace {
  type: ActivityType
  contactId: string | null
  metadata: Record<string, unknown>
}

/** A query for one page of a feed. */
export interface ActivityListing {
  projectId: string
  /** An empty list stands for all types. */
  types: readonly ActivityType[]
  contactId?: string | undefined
  /** The first moment. */
  from?: Date | undefined
  /** The moment after the last one. */
  to?: Date | undefined
  after: ActivityPlace | null
  limit: number
}

/** One of the sources from which a feed is merged. */
export interface ActivitySource {
  /** Reads the newest activities after the place `after`: at least `limit` of them, where that many exist. */
  read(listing: ActivityListing): Promise<Activity[]>
  /** How many activities there are on all pages, as `countListed` counts. */
  count(listing: ActivityListing): Promise<number>
}

/** Whether a feed lists a type. */
export function isListed({ types }: ActivityListing, type: ActivityType): boolean {
  return types.length === 0 || types.includes(type)
}

/** The filter for the documents of a page, by the field of their time, and how many documents the page needs. */
export function pageBounds(
  { from, to, after, limit }: ActivityListing,
  field: string,
): { filter: object; limit: number } {
  const bounds = { ...timesWithin({ from, until: to }), ...(after ? { $lte: after.at } : {}) }
  // The document of the last activity is read once more: it may stand for another activity at the same moment.
  const documentId = after?.id.slice(0, UUID_LENGTH) ?? ''
  const tie = after ? { $or: [{ [field]: { $lt: after.at } }, { _id: { $lte: documentId } }] } : {}
  const filter = { ...(Object.keys(bounds).length > 0 ? { [field]: bounds } : {}), ...tie }
  return { filter, limit: limit + 2 }
}

const UUID_LENGTH = 36
