import { Project } from '../../models/project.js'
import {
  PURGED_KINDS,
  PurgeProgress,
  type PurgeCursor,
  type PurgedKind,
  type PurgeProgressRecord,
} from '../../models/purge-progress.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { purgeEmails } from './purge-emails.js'
import { purgeEvents } from './purge-events.js'
import { purgeExecutions } from './purge-executions.js'
import { purgeWaits } from './purge-waits.js'
import type { PurgeBatch, Retention } from './retention.js'

const DAY_MS = 86_400_000
const BATCHES: Record<PurgedKind, PurgeBatch> = {
  waits: purgeWaits,
  events: purgeEvents,
  emails: purgeEmails,
  executions: purgeExecutions,
}

/**
 * One round of a purge, after a project. The first round gives every project a slot, and the next ones those that have
 * more to delete.
 */
export interface PurgeRound {
  /** When the purge began: rows expire by this time. */
  began: Date
  round: number
  after: string | null
}

/** The result of the slot of a project. */
export interface ProjectPurged {
  projectId: string
  deleted: Record<PurgedKind, number>
  /** The error that ended the purge of the project; the next purge begins anew. */
  failure: unknown
}

/**
 * Gives the next project of a round its slot of `slotMs`, in which its expired rows are deleted, a batch at a time. What
 * is left goes on in the next round. Returns null behind the last project. Throws the driver's error when MongoDB
 * cannot be reached.
 */
export async function purgeProject(
  { began, round, after }: PurgeRound,
  retention: Retention,
  slotMs: number,
): Promise<ProjectPurged | null> {
  const projectId = await nextProject(round, after)
  if (projectId === null) return null
  const purged: ProjectPurged = {
    projectId,
    deleted: { waits: 0, events: 0, emails: 0, executions: 0 },
    failure: null,
  }
  const progress = await PurgeProgress.findOne({ _id: projectId }).lean()
  try {
    const left = await purge(purged, progress, { began, retention, deadline: Date.now() + slotMs })
    await keep(projectId, left, progress !== null)
  } catch (error) {
    if (isMongodbUnavailable(error)) throw error
    purged.failure = error
    await keep(projectId, null, true)
  }
  return purged
}

async function nextProject(round: number, after: string | null): Promise<string | null> {
  const behind = after === null ? {} : { _id: { $gt: after } }
  const next =
    round === 1
      ? await Project.findOne(behind, { _id: 1 }).sort({ _id: 1 }).lean()
      : await PurgeProgress.findOne(behind, { _id: 1 }).sort({ _id: 1 }).lean()
  return next?._id ?? null
}

type Place = Pick<PurgeProgressRecord, 'kind' | 'after'>

/** Deletes until the deadline; returns the place of the next batch, or null when nothing is left. */
async function purge(
  purged: ProjectPurged,
  from: Place | null,
  { began, retention, deadline }: { began: Date; retention: Retention; deadline: number },
): Promise<Place | null> {
  let cursor: PurgeCursor | null = from?.after ?? null
  for (const kind of PURGED_KINDS.slice(from ? PURGED_KINDS.indexOf(from.kind) : 0)) {
    const days = retention[kind]
    const before = new Date(began.getTime() - days * DAY_MS)
    for (let isLast = days === 0; !isLast; isLast = cursor === null) {
      const { deleted, after } = await BATCHES[kind](purged.projectId, before, cursor)
      purged.deleted[kind] += deleted
      cursor = after
      if (after !== null && Date.now() >= deadline) return { kind, after }
    }
    cursor = null
  }
  return null
}

// The place only saves looking at rows again: whichever of two runs stores it last, all expired rows are visited.
async function keep(projectId: string, place: Place | null, isStored: boolean): Promise<void> {
  if (place) await PurgeProgress.updateOne({ _id: projectId }, { $set: place }, { upsert: true })
  else if (isStored) await PurgeProgress.deleteOne({ _id: projectId })
}
