import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { applyNotifications } from './apply-notifications.js'

const COLLECTION = 'notifications'
const SLICE_ROWS = 100

interface Stored {
  _id: string
  message: string
  dispatch: { state: 'pending' }
}

/**
 * Applies the provider's notifications that earlier versions stored and did not come to apply, drops their collection,
 * and answers with how many there were. It is for the time when no process of such a version runs any more. What the
 * notifications set off is in the outbox, for the poller. Throws for one that cannot be applied, and keeps the rest.
 */
export async function applyStoredNotifications(): Promise<number> {
  const db = connectedDatabase()
  const stored = db.collection<Stored>(COLLECTION)
  let applied = 0
  for (;;) {
    const slice = await stored.find({ 'dispatch.state': 'pending' }).limit(SLICE_ROWS).toArray()
    if (slice.length === 0) break
    const { failures } = await applyNotifications(slice.map(({ _id, message }) => ({ id: _id, message })))
    const [failure] = failures.values()
    if (failure !== undefined) throw failure
    await stored.deleteMany({ _id: { $in: slice.map(({ _id }) => _id) } })
    applied += slice.length
  }
  await db.dropCollection(COLLECTION)
  return applied
}
