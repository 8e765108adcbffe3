import type { ClientSession } from 'mongoose'
import { inQueue, Outbox, type OutboxEntry, type OutboxKind } from '../../../models/outbox-entry.js'

/** The ids, among `ids`, of the documents of a project that wait in the outbox for their dispatch. */
export async function findWaiting(
  kind: OutboxKind,
  projectId: string,
  ids: readonly string[],
  session: ClientSession | null = null,
): Promise<Set<string>> {
  const wanted = new Set(ids)
  const entries = await findEntries(kind, projectId, ids, session)
  return new Set(entries.flatMap((entry) => entry.ids.filter((id) => wanted.has(id))))
}

/** The entries of a project's outbox that name any of these documents. */
export async function findEntries(
  kind: OutboxKind,
  projectId: string,
  ids: readonly string[],
  session: ClientSession | null = null,
): Promise<OutboxEntry[]> {
  if (ids.length === 0) return []
  return Outbox.find({ ...inQueue(kind, projectId), ids: { $in: [...ids] } }, null, { session }).lean()
}
