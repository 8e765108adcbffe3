import { isDeepStrictEqual } from 'node:util'
import { isTimeDependent } from '../../models/domain/conditions/walk-filters.js'
import { ContactCount } from '../../models/contact-count.js'
import { Segment, type SegmentRecord, type SweepPass } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { countRange, findMovers, type ContactRange } from './compute-members.js'
import { refreshMemberCount } from './count-members.js'
import { decidingConditions, surroundingsOf, type Surroundings } from './segment-references.js'
import { guardSegmentIn, reconcileMembersIn, SegmentChangedError } from './reconcile-members.js'

// A range takes milliseconds. A query that takes this long has met a condition that is too expensive.
const LIMIT = { maxTimeMS: 10_000 }
const LARGE = 50_000

type Begun = Omit<SweepPass, 'after'> & { after: string | null }

/**
 * Sweeps the next few thousand contacts for a dynamic segment, after those of `pass`: lets them join and leave it, or
 * counts its members. The members of a tracked segment are computed where time alone changes them, where a field was
 * deleted or came back, where the project has another time zone, and where they were never computed. A pass of another
 * condition begins again. Returns the pass after the range; null once it is through.
 */
export async function sweepRange(segment: SegmentRecord, pass: SweepPass | null): Promise<SweepPass | null> {
  const { projectId, revision, trackMembership, computedAt } = segment
  const conditions = await decidingConditions(segment)
  const surroundings = await surroundingsOf(projectId, conditions)
  const isValid = pass?.revision === revision && isIn(surroundings, pass)
  const from = isValid ? pass : { after: null, revision, ...surroundings, counted: 0 }
  if (!trackMembership) return countNext(segment, from)
  const isMoved = conditions.some(isTimeDependent) || !isIn(surroundings, segment)
  if (computedAt === null || isMoved) return computeNext(segment, from)
  await refreshMemberCount(segment, LIMIT)
  return null
}

function isIn({ deletedFields, zone }: Surroundings, computed: Surroundings): boolean {
  return isDeepStrictEqual(computed.deletedFields, deletedFields) && (computed.zone ?? null) === zone
}

async function countNext(segment: SegmentRecord, from: Begun): Promise<SweepPass | null> {
  const { _id, projectId, revision } = segment
  if (from.after === null && !(await isLarge(projectId))) {
    await refreshMemberCount(segment, LIMIT)
    return null
  }
  const { members, until } = await countRange(segment, from.after, LIMIT)
  const counted = from.counted + members
  if (until !== null) return { ...from, after: until, counted }
  await Segment.updateOne({ _id, projectId, revision }, { $set: { memberCount: counted } }, { timestamps: false })
  return null
}

// In a project of ordinary size one query counts all members in less than a slot, and can use any index.
async function isLarge(projectId: string): Promise<boolean> {
  const counted = await ContactCount.findOne({ _id: projectId }, { contacts: 1 }).lean()
  return (counted?.contacts ?? 0) > LARGE
}

async function computeNext(segment: SegmentRecord, from: Begun): Promise<SweepPass | null> {
  const range = await findMovers(segment, from.after, LIMIT)
  try {
    await reconcileRange(segment, range, from)
    if (range.until !== null) return { ...from, after: range.until }
    await refreshMemberCount({ ...segment, computedAt: new Date() }, LIMIT)
    return null
  } catch (error) {
    // The change of the segment has a computation of all contacts of its own.
    if (error instanceof SegmentChangedError) return null
    throw error
  }
}

async function reconcileRange(
  segment: SegmentRecord,
  range: ContactRange,
  { deletedFields, zone }: Surroundings,
): Promise<void> {
  const { contactIds, isLast } = range
  if (contactIds.length === 0 && !isLast) return
  const isSilent = segment.computedAt === null
  await inTransaction(async (session) => {
    await reconcileMembersIn(session, segment, range, { isSilent })
    await guardSegmentIn(session, segment, isLast ? { computedAt: new Date(), deletedFields, zone } : {})
  })
}
