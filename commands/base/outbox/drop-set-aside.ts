import { ASIDE, Outbox } from '../../../models/outbox-entry.js'

/** Deletes the entries of a project that are set aside, of any kind, except those of its job `jobId`. */
export async function dropSetAside(projectId: string, jobId: string): Promise<void> {
  // The filter is not by `queueKey`, because the key of a refused entry may be wrong.
  await Outbox.collection.deleteMany({ aside: { $in: ASIDE }, projectId, ids: { $ne: jobId } })
}
