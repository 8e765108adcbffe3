import { countOpenSegments, sweepProject, type SegmentSkipped } from '../commands/segments/sweep-project.js'
import type { SegmentRef } from '../commands/segments/find-segment.js'
import { withHeartbeat } from '../runtime/heartbeat.js'
import { sliceEnd } from './slice-end.js'

// The longest time that one project keeps all others waiting.
const SLOT_MS = 5_000
// Shorter than the interval of the schedule: the first round of the next sweep must not wait for segments that need many.
const ROUNDS_MS = 4 * 60_000
const MAX_NAMED = 100

/** Dependencies of the sweep. */
export interface SweepDeps {
  /** Whether the worker has begun to stop. */
  isStopping: () => boolean
  /** Called with a segment that a sweep leaves out; to be logged. */
  onSegmentSkipped: (skipped: SegmentSkipped) => void
}

/** How far a sweep has come. */
export interface SweepPosition {
  beganMs: number
  /** From 1. */
  round: number
  /** The last project of the round; null before the first. */
  after: string | null
}

/** The result of the turns of an activity. */
export interface TurnsTaken extends SweepPosition {
  /** Whether the sweep has ended: no segment needs another turn, or the time for further rounds is over. */
  isDone: boolean
  /** Number of segments that were done. */
  done: number
  /** Number of segments that need another turn. */
  open: number
  /** Segments that failed too often; a hundred at most. */
  skipped: (SegmentRef & { reason: string })[]
}

/**
 * Gives projects their slots, round after round, for `sliceMs`. Every project has a slot in the first round, however
 * long that takes; segments that need more have it in further rounds.
 */
export async function sweepInTurns(deps: SweepDeps, from: SweepPosition, sliceMs: number): Promise<TurnsTaken> {
  const isOver = sliceEnd(deps, sliceMs)
  const taken: TurnsTaken = { ...from, isDone: false, done: 0, open: 0, skipped: [] }
  return withHeartbeat(
    async () => {
      do await takeSlot(deps, taken)
      while (!taken.isDone && !isOver())
      return { ...taken, open: await countOpenSegments() }
    },
    () => ({ round: taken.round, after: taken.after }),
  )
}

async function takeSlot(deps: SweepDeps, taken: TurnsTaken): Promise<void> {
  const { beganMs, round, after } = taken
  const isOver = round > 1 && Date.now() - beganMs > ROUNDS_MS
  const swept = isOver ? null : await sweepProject({ began: new Date(beganMs), round, after }, SLOT_MS)
  if (swept) {
    for (const skipped of swept.skipped) {
      deps.onSegmentSkipped(skipped)
      const { projectId, segmentId, reason } = skipped
      if (taken.skipped.length < MAX_NAMED) taken.skipped.push({ projectId, segmentId, reason })
    }
    taken.done += swept.done
    taken.after = swept.projectId
    return
  }
  taken.isDone = isOver || (round > 1 && after === null)
  taken.round += 1
  taken.after = null
}
