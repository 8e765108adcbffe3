import { Contact } from '../../models/contact.js'
import type { MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import type { SegmentRecord } from '../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { BY_ID } from './move-members.js'
import { misplaced } from './reconcile-members.js'

// Without a window, a condition that few contacts meet would read all contacts of a project in one query.
const WINDOW = 5_000
const MOVERS = 500

/** The next range of a project's contacts, and those of them whose membership differs from the condition. */
export interface ContactRange {
  condition: MongoFilter
  contactIds: string[]
  /** The last id of the range, after which the next begins. */
  until: string | null
  /** The number of contacts in the range; 0 for a part of a range that a later part counts. */
  passed: number
  isLast: boolean
}

/**
 * Finds at most a few hundred contacts that have to join or leave a tracked segment, among the next few thousand
 * contacts of a project by id. Throws BAD_REQUEST for a condition that is too large, and MongoDB's MaxTimeMSExpired
 * beyond `maxTimeMS`.
 */
export async function findMovers(
  segment: SegmentRecord,
  after: string | null,
  limit: { maxTimeMS?: number } = {},
): Promise<ContactRange> {
  const { projectId } = segment
  const condition = await compileNow(segment)
  const endId = await endOfRange(projectId, after)
  const movers = await Contact.find(
    { $and: [{ projectId, ...within(after, endId) }, misplaced(segment, condition)] },
    { _id: 1 },
    limit,
  )
    .sort({ _id: 1 })
    .limit(MOVERS)
    .hint(BY_ID)
    .lean()
  const contactIds = movers.map(({ _id }) => _id)
  const last = contactIds.at(-1)
  if (last !== undefined && contactIds.length === MOVERS) {
    return { condition, contactIds, until: last, passed: 0, isLast: false }
  }
  return { condition, contactIds, until: endId, passed: WINDOW, isLast: endId === null }
}

/**
 * Counts the members of a segment whose members are not stored among the next few thousand contacts of a project by
 * id; `until` is null behind the last contact. Throws as `findMovers` does.
 */
export async function countRange(
  segment: SegmentRecord,
  after: string | null,
  limit: { maxTimeMS?: number } = {},
): Promise<{ members: number; until: string | null }> {
  const { projectId } = segment
  const condition = await compileNow(segment)
  const until = await endOfRange(projectId, after)
  const members = await Contact.countDocuments(
    { $and: [{ projectId, ...within(after, until) }, condition] },
    limit,
  ).hint(BY_ID)
  return { members, until }
}

// Each range has its own `now`. A contact is judged by its own document alone, so that ranges need not agree. With one
// `now` for a whole pass, a contact that joined since then by its own change would leave, and join again in the next.
function compileNow({ projectId, condition }: SegmentRecord): Promise<MongoFilter> {
  return compileForProject(projectId, condition ?? NO_GROUPS, { now: new Date() })
}

/** The last contact of the range after a contact; null for the last range. */
async function endOfRange(projectId: string, after: string | null): Promise<string | null> {
  const end = await Contact.find({ projectId, ...within(after, null) }, { _id: 1 })
    .sort({ _id: 1 })
    .skip(WINDOW - 1)
    .limit(1)
    .hint(BY_ID)
    .lean()
  return end[0]?._id ?? null
}

/** A condition that no contact meets. */
const NO_GROUPS = { logic: 'OR' as const, groups: [] }

function within(after: string | null, until: string | null) {
  if (after === null && until === null) return {}
  return { _id: { ...(after === null ? {} : { $gt: after }), ...(until === null ? {} : { $lte: until }) } }
}
