import { batchesOf } from '../../../models/domain/batches-of.js'
import { crossedDates } from '../../../models/domain/conditions/crossed-dates.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { clockFor } from '../../base/records/project-clock.js'
import type { Surroundings } from '../../base/references/segment-references.js'
import { compileNow, MOVERS } from './compute-members.js'
import { findCrossed } from './find-crossed.js'
import { guardSegmentIn, reconcileMembersIn } from './reconcile-members.js'
import { SegmentChangedError } from './segment-changed.js'

const DAY_MS = 86_400_000
// By so much the clocks of processes and of MongoDB may differ.
const CLOCKS_APART_MS = 60_000

/** A segment to bring up to date, with what decides its members. */
export interface Decided {
  segment: SegmentRecord
  conditions: ConditionTree[]
  surroundings: Surroundings
}

interface Limits {
  /** How long the evaluation may take. */
  leftMs: number
  /** For how many days events are kept; 0 for ever. */
  eventsKeptDays: number
}

/**
 * Evaluates a segment for the contacts that time alone may have moved since the last evaluation. All others meet its
 * condition as before, and those that have changed were evaluated after their change. Returns false when these contacts
 * cannot be told, when they are too many, and after `leftMs`: then all contacts have to be evaluated. Once a day they
 * have to be in any case, because an event that would have led to its contact may have been deleted.
 */
export async function followTime(decided: Decided, limits: Limits): Promise<boolean> {
  const now = new Date()
  const contactIds = await findMovable(decided, now, limits)
  if (!contactIds) return false
  try {
    return await evaluateAll(decided, contactIds, { evaluatedAt: now, deadline: now.getTime() + limits.leftMs })
  } catch (error) {
    // The change of the segment has stored a job that computes its members.
    if (!(error instanceof SegmentChangedError)) throw error
    return true
  }
}

async function findMovable(
  { segment, conditions }: Decided,
  now: Date,
  { eventsKeptDays }: Limits,
): Promise<string[] | null> {
  const { projectId, evaluatedAt, evaluatedWholeAt } = segment
  if (!evaluatedAt || !evaluatedWholeAt || now.getTime() - evaluatedWholeAt.getTime() > DAY_MS) return null
  const from = new Date(evaluatedAt.getTime() - CLOCKS_APART_MS)
  const crossed = crossedDates(conditions, { from, to: now, clock: await clockFor(projectId, conditions) })
  const keptSince = eventsKeptDays === 0 ? -Infinity : now.getTime() - eventsKeptDays * DAY_MS
  if (!crossed || crossed.some((dates) => dates.kind === 'event' && dates.from.getTime() < keptSince)) return null
  return findCrossed(projectId, crossed)
}

async function evaluateAll(
  { segment, surroundings }: Decided,
  contactIds: string[],
  { evaluatedAt, deadline }: { evaluatedAt: Date; deadline: number },
): Promise<boolean> {
  for (const batch of batchesOf(contactIds, MOVERS)) {
    if (Date.now() >= deadline) return false
    const condition = await compileNow(segment)
    await inTransaction((session) => reconcileMembersIn(session, segment, { condition, contactIds: batch }))
  }
  const now = databaseNow()
  const completed = { ...surroundings, computedAt: now, evaluatedAt, ...(segment.countedAt ? { countedAt: now } : {}) }
  await inTransaction((session) => guardSegmentIn(session, segment, completed))
  return true
}
