import type { ClientSession, Model } from 'mongoose'

/** One document to be updated, or made; or, with `isMany`, all that the filter finds. */
export interface Update {
  filter: object
  update: object
  upsert?: true
  isMany?: true
}

/** What became of them: how many were found, and by their places those that were made. */
export interface UpdatedEach {
  matchedCount: number
  upsertedIds: Record<number, unknown>
}

/**
 * Updates many documents of a collection in one write, just as it is said: nothing is cast or checked, and no time of
 * change is added, because for mail by the thousand that costs more than the write itself.
 */
export async function updateEach(
  { collection }: Pick<Model<never>, 'collection'>,
  updates: Update[],
  session: ClientSession,
): Promise<UpdatedEach> {
  return collection.bulkWrite(
    updates.map(({ isMany, ...update }) => (isMany ? { updateMany: update } : { updateOne: update })),
    { session, ordered: false, ignoreUndefined: true },
  )
}
