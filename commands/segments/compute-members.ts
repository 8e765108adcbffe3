import { Contact } from '../../models/contact.js'
import type { MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import type { SegmentRecord } from '../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { BY_ID } from './move-members.js'
import { misplaced } from './settle-members.js'

// A condition that few contacts meet would else be looked for through all of a project in one query.
const WINDOW = 5_000
const MOVERS = 500

/** The next stretch of a project's contacts, and those of it that do not stand as the condition says. */
export interface Stretch {
  condition: MongoFilter
  contactIds: string[]
  /** Where it ends: the next begins after this id. */
  until: string | null
  /** How many contacts it is long; 0 where it is a part of one that is counted later. */
  passed: number
  isLast: boolean
}

/**
 * Looks through the next few thousand contacts of a project, by id, for those that have to join or leave a tracked
 * segment; at most a few hundred of them.
 */
export async function findMovers(segment: SegmentRecord, after: string | null): Promise<Stretch> {
  const { projectId } = segment
  // Anew for each stretch, because `now` moves on while a project is looked through.
  const condition = await compileForProject(projectId, segment.condition ?? NO_GROUPS, { now: new Date() })
  const end = await Contact.find({ projectId, ...within(after, null) }, { _id: 1 })
    .sort({ _id: 1 })
    .skip(WINDOW - 1)
    .limit(1)
    .hint(BY_ID)
    .lean()
  const endId = end[0]?._id ?? null
  const movers = await Contact.find(
    { $and: [{ projectId, ...within(after, endId) }, misplaced(segment, condition)] },
    { _id: 1 },
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

/** Nobody meets it. */
const NO_GROUPS = { logic: 'OR' as const, groups: [] }

function within(after: string | null, until: string | null) {
  if (after === null && until === null) return {}
  return { _id: { ...(after === null ? {} : { $gt: after }), ...(until === null ? {} : { $lte: until }) } }
}
