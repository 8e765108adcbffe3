import { AppError } from '../../models/domain/errors.js'
import { Segment, type SegmentRecord, type SweepPass, type SweepTurn } from '../../models/segment.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import type { SegmentRef } from './find-segment.js'
import { sweepRange } from './sweep-segment.js'

const MAX_FAILURES = 3

/**
 * One round of a sweep, after a project. The first round gives every dynamic segment a turn, and the next ones those
 * that were not done in theirs.
 */
export interface SweepRound {
  /** When the sweep began, by which its turns are told from those of earlier sweeps. */
  began: Date
  round: number
  /** The last project that had its slot. */
  after: string | null
}

/** A segment whose turns failed too often in one sweep; `reason` is the code or name of the last error. */
export interface SegmentSkipped extends SegmentRef {
  reason: string
  error: unknown
}

/** The result of the slot of a project. */
export interface ProjectSwept {
  projectId: string
  /** Number of segments that are done. */
  done: number
  skipped: SegmentSkipped[]
}

/**
 * Gives the next project of a round its slot of `slotMs`: its segments have a turn each, the one that waits longest
 * first. A segment that is not done when the slot ends keeps its cursor and goes on in the next round, or in the next
 * sweep. One that fails goes on in the next round too, and is left to the next sweep after three failures. Returns
 * null behind the last project. Throws the driver's error when MongoDB cannot be reached.
 */
export async function sweepProject({ began, round, after }: SweepRound, slotMs: number): Promise<ProjectSwept | null> {
  const slotBegan = new Date()
  const deadline = slotBegan.getTime() + slotMs
  const wanted = round === 1 ? { type: 'DYNAMIC' as const } : { 'sweep.isOpen': true }
  const projectId = await nextProject(wanted, after)
  if (projectId === null) return null
  const swept: ProjectSwept = { projectId, done: 0, skipped: [] }
  const waiting = await segmentsInTurn({ projectId, ...wanted }, round === 1 ? began : slotBegan)
  // The first segment always gets its turn, so that every slot achieves something.
  for (let turn = 0; turn === 0 || Date.now() < deadline; turn += 1) {
    const next = waiting.shift()
    if (!next) return swept
    await takeTurn(next, began, deadline, swept)
  }
  await keepOpen(waiting)
  return swept
}

/** The number of segments that need another turn, of all projects. */
export function countOpenSegments(): Promise<number> {
  return Segment.countDocuments({ 'sweep.isOpen': true })
}

type Wanted = { type: 'DYNAMIC' } | { 'sweep.isOpen': boolean }

async function nextProject(wanted: Wanted, after: string | null): Promise<string | null> {
  const next = await Segment.findOne(
    { ...wanted, ...(after === null ? {} : { projectId: { $gt: after } }) },
    { projectId: 1 },
  )
    .sort({ projectId: 1 })
    .lean()
  return next?.projectId ?? null
}

type Candidate = Pick<SegmentRecord, '_id' | 'projectId' | 'sweep'>

/** The segments that had no turn after that time, the one that waits longest first. */
async function segmentsInTurn(of: Wanted & { projectId: string }, since: Date): Promise<Candidate[]> {
  const segments = await Segment.find(of, { projectId: 1, sweep: 1 }).lean<Candidate[]>()
  const lastTurn = ({ sweep }: Candidate): number => sweep?.turnAt.getTime() ?? 0
  return segments
    .filter((segment) => lastTurn(segment) <= since.getTime())
    .sort((a, b) => lastTurn(a) - lastTurn(b) || (a._id < b._id ? -1 : 1))
}

/** Leaves the segments that got no turn in the slot of their project to the next round. */
async function keepOpen(segments: Candidate[]): Promise<void> {
  const closed = segments.filter(({ sweep }) => !sweep?.isOpen)
  if (closed.length === 0) return
  await Segment.bulkWrite(
    closed.map(({ _id, projectId, sweep }) => ({
      updateOne: {
        filter: { _id, projectId, 'sweep.turnAt': sweep?.turnAt ?? null },
        update: { $set: { sweep: { ...(sweep ?? NO_TURN), isOpen: true } } },
        timestamps: false,
      },
    })),
    { ordered: false },
  )
}

const NO_TURN: SweepTurn = { turnAt: new Date(0), sweepBegan: new Date(0), failures: 0, isOpen: false, pass: null }

async function takeTurn(
  { _id: segmentId, projectId, sweep }: Candidate,
  began: Date,
  deadline: number,
  swept: ProjectSwept,
): Promise<void> {
  const failures = sweep?.sweepBegan.getTime() === began.getTime() ? sweep.failures : 0
  // Counted before the work, so that a segment that ends its worker is skipped too.
  const turn = {
    turnAt: new Date(),
    sweepBegan: began,
    failures: failures + 1,
    isOpen: true,
    pass: sweep?.pass ?? null,
  }
  const segment = await Segment.findOneAndUpdate(
    { _id: segmentId, projectId, 'sweep.turnAt': sweep?.turnAt ?? null },
    { $set: { sweep: turn } },
    { returnDocument: 'after', timestamps: false },
  ).lean()
  // Deleted, or in the turn of another worker.
  if (!segment) return
  const worked = failures < MAX_FAILURES ? await work(segment, turn.pass, deadline) : abandoned(turn)
  const { pass, failure } = worked
  const isSkipped = failure !== null && turn.failures >= MAX_FAILURES
  const isOpen = !isSkipped && (failure !== null || pass !== null)
  await Segment.updateOne(
    { _id: segmentId, projectId, 'sweep.turnAt': turn.turnAt },
    { $set: { sweep: { ...turn, failures: failure ? turn.failures : 0, isOpen, pass } satisfies SweepTurn } },
    { timestamps: false },
  )
  if (failure && isSkipped) swept.skipped.push({ projectId, segmentId, ...failure })
  if (!isSkipped && !isOpen) swept.done += 1
}

/** The outcome of a turn; `pass` is null when it is through, or had not got through its first range. */
interface Worked {
  pass: SweepPass | null
  failure: Pick<SegmentSkipped, 'reason' | 'error'> | null
}

// The worker of each earlier turn died, or could not reach MongoDB.
function abandoned({ pass }: SweepTurn): Worked {
  return { pass, failure: { reason: 'abandoned', error: null } }
}

async function work(segment: SegmentRecord, from: SweepPass | null, deadline: number): Promise<Worked> {
  let pass = from
  try {
    do {
      pass = await sweepRange(segment, pass)
    } while (pass !== null && Date.now() < deadline)
    return { pass, failure: null }
  } catch (error) {
    if (isMongodbUnavailable(error)) throw error
    return { pass, failure: { reason: reasonOf(error), error } }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'Error'
}
