import type { UploadStore } from '../../../models/domain/upload-store.js'
import { Project } from '../../../models/project.js'
import {
  PROJECT_KINDS,
  PurgeProgress,
  SHARED_KINDS,
  type PurgeCursor,
  type PurgedKind,
  type PurgeProgressRecord,
} from '../../../models/purge-progress.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { dropUnneeded, dropUnstored } from '../../sending/emails/attachments.js'
import { eraseJobAddresses } from '../erasure/erase-job-addresses.js'
import { removeAbandoned } from '../../sending/uploads/remove-images.js'
import { purgeEmails } from './purge-emails.js'
import { purgeEvents } from './purge-events.js'
import { purgeExecutions } from './purge-executions.js'
import { purgeWaits } from './purge-waits.js'
import type { PurgeBatch, Retention } from './retention.js'

const DAY_MS = 86_400_000
const LISTED = 100
// The places of rows that belong to no project. They sort after the ids of projects.
const SHARED: ReadonlyMap<string, PurgedKind> = new Map(SHARED_KINDS.map((kind) => [`~${kind}`, kind]))

/** The settings of a purge. */
export interface PurgeSettings {
  retention: Retention
  /** Where images are kept. */
  uploads: UploadStore
}

/** The next places to purge: the ids of projects, and after the last project the places of rows without a project. */
export async function placesToPurge(after: string | null): Promise<string[]> {
  const projects = await Project.find(after === null ? {} : { _id: { $gt: after } }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(LISTED)
    .lean()
  if (projects.length > 0) return projects.map(({ _id }) => _id)
  return [...SHARED.keys()].filter((place) => after === null || place > after)
}

/** The next places whose purge is not complete. */
export async function placesLeftToPurge(after: string | null): Promise<string[]> {
  const left = await PurgeProgress.find(after === null ? {} : { _id: { $gt: after } }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(LISTED)
    .lean()
  return left.map(({ _id }) => _id)
}

/**
 * Deletes expired rows at a place for `slotMs`, batch by batch, and returns how many rows of each kind were deleted.
 * The next round continues with the rest; after an error the next purge of the place begins anew.
 */
export async function purgePlace(
  place: string,
  settings: PurgeSettings,
  { began, slotMs }: { began: Date; slotMs: number },
): Promise<Partial<Record<PurgedKind, number>>> {
  const progress = await PurgeProgress.findOne({ _id: place }).lean()
  try {
    const { deleted, left } = await purge(place, progress, { ...settings, began, deadline: Date.now() + slotMs })
    await keep(place, left, progress !== null)
    return deleted
  } catch (error) {
    if (!isMongodbUnavailable(error)) await keep(place, null, true)
    throw error
  }
}

type Position = Pick<PurgeProgressRecord, 'kind' | 'after'>

/** Deletes until the deadline; `left` is the position of the next batch, or null when nothing is left. */
async function purge(
  place: string,
  from: Position | null,
  { began, retention, uploads, deadline }: PurgeSettings & { began: Date; deadline: number },
) {
  const batches = batchesWith(uploads)
  const shared = SHARED.get(place)
  const kinds: readonly PurgedKind[] = shared ? [shared] : PROJECT_KINDS
  const deleted: Partial<Record<PurgedKind, number>> = {}
  let cursor: PurgeCursor | null = from?.after ?? null
  for (const kind of kinds.slice(from ? kinds.indexOf(from.kind) : 0)) {
    const days = shared ? null : retention[kind as keyof Retention]
    const before = new Date(began.getTime() - (days ?? 0) * DAY_MS)
    for (let isLast = days === 0; !isLast; isLast = cursor === null) {
      const batch = await batches[kind](place, before, cursor)
      deleted[kind] = (deleted[kind] ?? 0) + batch.deleted
      cursor = batch.after
      if (cursor !== null && Date.now() >= deadline) return { deleted, left: { kind, after: cursor } }
    }
    cursor = null
  }
  return { deleted, left: null }
}

// The position only saves reading rows again. All expired rows are read, no matter which of two runs stores it last.
async function keep(place: string, position: Position | null, isStored: boolean): Promise<void> {
  if (position) await PurgeProgress.updateOne({ _id: place }, { $set: position }, { upsert: true })
  else if (isStored) await PurgeProgress.deleteOne({ _id: place })
}

/** The function that deletes the next batch of each kind. */
function batchesWith(uploads: UploadStore): Record<PurgedKind, PurgeBatch> {
  return {
    waits: purgeWaits,
    events: purgeEvents,
    emails: purgeEmails,
    executions: purgeExecutions,
    jobs: async (_place, began) => fromTheStart(await eraseJobAddresses(began)),
    images: async (_place, began) => fromTheStart(await removeAbandoned(uploads, began)),
    unstoredFiles: async () => fromTheStart(await dropUnstored()),
    async unneededFiles(_place, _began, cursor) {
      const { count, after } = await dropUnneeded(cursor?.id ?? null)
      return { deleted: count, after: after === null ? null : { at: 0, id: after } }
    },
  }
}

/** The result of a batch that always takes the first rows that are left, and so needs no cursor. */
function fromTheStart({ count, isLast }: { count: number; isLast: boolean }) {
  return { deleted: count, after: isLast ? null : { at: 0, id: '' } }
}
