import { continueAsNew, patched, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { SweepPosition, TurnsTaken } from '../activities/sweep.js'

const { sweepSegmentsInTurns, sweepSegmentsFrom } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

const MAX_NAMED = 100

/** The result of a sweep, for operators. */
export interface SegmentsSwept {
  /** Number of segments that are done. */
  done: number
  /** Number of segments that go on in the next sweep. */
  open: number
  /** Segments that failed too often in this sweep; the first hundred. */
  skipped: TurnsTaken['skipped']
}

/** Progress of a sweep that continues as new. */
interface SweepInput {
  from?: SweepPosition
  swept?: SegmentsSwept
}

/**
 * Sweeps the dynamic segments of all projects: recounts each, and updates the tracked ones whose members change with time
 * alone. Projects have slots in turn.
 */
export async function sweepSegments(input: SweepInput = {}): Promise<SegmentsSwept> {
  const swept = input.swept ?? { done: 0, open: 0, skipped: [] }
  if (!patched('turns')) return sweepWithoutTurns(swept)
  let from: SweepPosition = input.from ?? { beganMs: Date.now(), round: 1, after: null }
  for (;;) {
    const summary = `round ${from.round}, ${swept.done} segments done`
    const { isDone, done, open, skipped, ...position } = await sweepSegmentsInTurns.executeWithOptions({ summary }, [
      from,
    ])
    swept.done += done
    swept.open = open
    swept.skipped = [...swept.skipped, ...skipped].slice(0, MAX_NAMED)
    if (isDone) return swept
    from = position
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sweepSegments>({ from, swept })
  }
}

// A sweep that began before sweeps had turns.
async function sweepWithoutTurns(swept: SegmentsSwept): Promise<SegmentsSwept> {
  let after: string | null = null
  do after = await sweepSegmentsFrom(after)
  while (after)
  return swept
}
