import type { ClientSession } from 'mongoose'
import type { Owned, OwnedQuery, OwnedModel } from './owned-model.js'

/** An update of one document, or with `isMany` of all that match the filter. */
export interface Update {
  filter: OwnedQuery
  update: object
  upsert?: true
  isMany?: true
}

/** How many documents matched and were upserted, and the ids of upserted ones by the index of their update. */
export interface UpdateEachResult {
  matchedCount: number
  upsertedCount: number
  upsertedIds: Record<number, unknown>
}

/**
 * Runs many updates of a collection in one bulk write, in a transaction if `session` is given. Mongoose neither casts
 * nor validates them, nor sets `updatedAt`: for thousands of emails a second that would cost more than the write
 * itself.
 */
export async function updateEach<Doc extends Owned>(
  { collection }: Pick<OwnedModel<Doc>, 'collection'>,
  updates: Update[],
  session?: ClientSession,
): Promise<UpdateEachResult> {
  return collection.bulkWrite(
    updates.map(({ isMany, ...update }) => (isMany ? { updateMany: update } : { updateOne: update })),
    { ...(session ? { session } : {}), ordered: false, ignoreUndefined: true },
  )
}
