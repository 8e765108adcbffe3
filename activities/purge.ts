import { dropUnneeded, dropUnstored } from '../commands/emails/attachments.js'
import { eraseJobAddresses } from '../commands/jobs/erase-job-addresses.js'
import { removeAbandoned } from '../commands/uploads/remove-images.js'
import { purgeProject } from '../commands/retention/purge-project.js'
import type { Retention } from '../commands/retention/retention.js'
import type { UploadStore } from '../models/domain/upload-store.js'
import { repeatInSlice } from './slice-end.js'

// The longest time that one project keeps all others waiting.
const SLOT_MS = 5_000
const MAX_NAMED = 100

/** Dependencies of the purge. */
export interface PurgeDeps {
  /** Whether the worker has begun to stop. */
  isStopping: () => boolean
  retention: Retention
  /** Where images are kept. */
  uploads: UploadStore
  /** Called with a project whose purge failed; to be logged. */
  onPurgeFailure: (projectId: string, error: unknown) => void
}

/** How far a purge has come: first the addresses in jobs, then files, then the rows of projects round by round. */
export interface PurgePosition {
  beganMs: number
  phase: 'jobs' | 'uploads' | 'files' | 'projects'
  /** From 1. */
  round: number
  /** The last file, or the last project of the round; null before the first. */
  after: string | null
}

/** What a purge has deleted. */
export interface PurgeTotals {
  /** Number of ended jobs whose addresses were removed. */
  jobs: number
  files: number
  waits: number
  events: number
  emails: number
  /** Number of executions that were deleted, or emptied where they stay. */
  executions: number
  /** Projects whose purge failed; a hundred at most. */
  failed: string[]
}

/** The result of an activity of a purge. */
export interface PurgeSlice extends PurgePosition {
  isDone: boolean
  deleted: PurgeTotals
}

/** Deletes expired rows for `sliceMs`: each project has a slot in turn, until none has more. */
export async function purgeSlice(deps: PurgeDeps, from: PurgePosition, sliceMs: number): Promise<PurgeSlice> {
  const deleted = { jobs: 0, files: 0, waits: 0, events: 0, emails: 0, executions: 0, failed: [] }
  const begun: PurgeSlice = { ...from, isDone: false, deleted }
  return repeatInSlice(deps, sliceMs, begun, (slice) => step(deps, slice))
}

async function step(deps: PurgeDeps, slice: PurgeSlice): Promise<void> {
  const { phase, deleted } = slice
  switch (phase) {
    case 'jobs': {
      const { count, isLast } = await eraseJobAddresses(new Date(slice.beganMs))
      deleted.jobs += count
      if (isLast) slice.phase = 'uploads'
      return
    }
    case 'uploads': {
      const [files, images] = [await dropUnstored(), await removeAbandoned(deps.uploads, new Date(slice.beganMs))]
      deleted.files += files.count + images.count
      if (files.isLast && images.isLast) slice.phase = 'files'
      return
    }
    case 'files': {
      const { count, after } = await dropUnneeded(slice.after)
      deleted.files += count
      slice.after = after
      if (after === null) slice.phase = 'projects'
      return
    }
    case 'projects':
      return purgeNext(deps, slice)
    default:
      return phase satisfies never
  }
}

async function purgeNext({ retention, onPurgeFailure }: PurgeDeps, slice: PurgeSlice): Promise<void> {
  const { beganMs, round, after, deleted } = slice
  const purged = await purgeProject({ began: new Date(beganMs), round, after }, retention, SLOT_MS)
  if (!purged) {
    slice.isDone = round > 1 && after === null
    slice.round += 1
    slice.after = null
    return
  }
  const { projectId, failure } = purged
  slice.after = projectId
  for (const kind of ['waits', 'events', 'emails', 'executions'] as const) deleted[kind] += purged.deleted[kind]
  if (failure === null) return
  onPurgeFailure(projectId, failure)
  if (deleted.failed.length < MAX_NAMED) deleted.failed.push(projectId)
}
