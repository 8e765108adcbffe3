import type { ActivityPlace, ActivityType } from '../../models/domain/activity.js'

/**
 * Something that happened in a project. `id` is that of its document, followed by its type where a document tells of
 * several.
 */
export interface Activity extends ActivityPlace {
  type: ActivityType
  contactId: string | null
  metadata: Record<string, unknown>
}

/** What a feed is asked for. */
export interface ActivityListing {
  projectId: string
  /** Empty: all. */
  types: readonly ActivityType[]
  contactId?: string | undefined
  /** Not before this moment. */
  from?: Date | undefined
  /** Before this moment. */
  to?: Date | undefined
  after: ActivityPlace | null
  limit: number
}

/** One kind of what a feed is merged from. */
export interface ActivitySource {
  /** Reads the newest behind a place, at least `limit` of them where there are so many. */
  read(listing: ActivityListing): Promise<Activity[]>
  /** How many there are on all pages, as `countListed` counts. */
  count(listing: ActivityListing): Promise<number>
}

/** Whether a feed lists a type. */
export function isListed({ types }: ActivityListing, type: ActivityType): boolean {
  return types.length === 0 || types.includes(type)
}

/** The filter for the documents of a feed by the field of their time, and the number of them that is enough. */
export function behind({ from, to, after, limit }: ActivityListing, field: string): { filter: object; limit: number } {
  const bounds = {
    ...(from ? { $gte: from } : {}),
    ...(to ? { $lt: to } : {}),
    ...(after ? { $lte: after.at } : {}),
  }
  // The document of the last item may tell of a further one at the same moment, and is read once more.
  const documentId = after?.id.slice(0, UUID_LENGTH) ?? ''
  const tie = after ? { $or: [{ [field]: { $lt: after.at } }, { _id: { $lte: documentId } }] } : {}
  const filter = { ...(Object.keys(bounds).length > 0 ? { [field]: bounds } : {}), ...tie }
  return { filter, limit: limit + 2 }
}

const UUID_LENGTH = 36
