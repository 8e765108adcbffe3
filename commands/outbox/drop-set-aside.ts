import { Outbox } from '../../models/outbox-entry.js'
import { IS_SET_ASIDE } from './owner.js'

/** Deletes the entries of a project that are set aside, of any kind, but for those of its job `jobId`. */
export async function dropSetAside(projectId: string, jobId: string): Promise<void> {
  // By the owner, because the queue of an entry that was refused may name neither a kind nor the project.
  await Outbox.collection.deleteMany({ owner: IS_SET_ASIDE, projectId, ids: { $ne: jobId } })
}
