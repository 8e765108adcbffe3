import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { ignoresEvents } from '../../../models/domain/conditions/walk-filters.js'
import { freeSlug, slugOf } from '../../../models/domain/segment-slug.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { newId } from '../../../runtime/ids.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { momentIn } from './baseline.js'
import { isLargeProject } from '../contacts/large-project.js'
import { refreshMemberCountInTime } from './count-members.js'
import { findSegment } from './find-segment.js'
import { beginCompute, runJobs } from './segment-jobs.js'
import { checkReferencesIn } from '../../base/references/segment-references.js'

const BASELINE_MS = 2_000

/** The fields of a new segment; `condition` is null for a static one. */
export interface SegmentDraft {
  projectId: string
  name: string
  description: string | null
  type: SegmentRecord['type']
  condition: ConditionTree | null
  trackMembership: boolean
}

/**
 * Stores a segment. The present members of a tracked segment are stored without events. In a project of ordinary size
 * this is done, and the members are counted, when the function returns. In a large project a job stores the members,
 * tracked or not, and the segment has no `countedAt` until then. Throws VALIDATION_ERROR for a condition that refers to
 * an unknown segment, BAD_REQUEST for a condition that is too large together with the segments it refers to, and
 * QUOTA_EXCEEDED.
 */
export async function createSegment(draft: SegmentDraft): Promise<SegmentRecord> {
  const { projectId, condition } = draft
  // This refuses a condition that is too large, which would otherwise fail at its first query.
  if (condition) await compileForProject(projectId, condition, { now: new Date() })
  const isLarge = await isLargeProject(projectId)
  const { segmentId, jobs } = await storeUnderFreeSlug(draft, isLarge)
  await runJobs(jobs, isLarge ? 0 : BASELINE_MS)
  const segment = await findSegment({ projectId, segmentId })
  return isLarge ? segment : { ...segment, ...(await refreshMemberCountInTime(segment)) }
}

async function storeUnderFreeSlug(draft: SegmentDraft, isLarge: boolean) {
  // A duplicate key means that another segment has taken the slug. The next attempt finds another slug.
  for (;;) {
    const slug = await findFreeSlug(draft)
    try {
      return await store(draft, slug, isLarge)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}

async function findFreeSlug({ projectId, name }: SegmentDraft): Promise<string> {
  const slug = slugOf(name)
  // A slug has no special characters of a regular expression except hyphens.
  const namesakes = await Segment.find({ projectId, slug: { $regex: `^${slug}(-\\d+)?$` } }, { slug: 1 }).lean()
  const slugs = new Set(namesakes.map((segment) => segment.slug))
  return freeSlug(slug, (wanted) => slugs.has(wanted))
}

async function store({ projectId, ...fields }: SegmentDraft, slug: string, isLarge: boolean) {
  const segmentId = newId()
  const { condition, trackMembership } = fields
  return inQuotaTransaction(projectId, async (session) => {
    await requireQuota(session, projectId, 'segments')
    if (condition) await checkReferencesIn(session, { projectId, segmentId, condition })
    const isComputed = condition !== null && (trackMembership || isLarge)
    const ofCondition = condition
      ? { ignoresEvents: ignoresEvents(condition), ...(isLarge ? { storesMembers: true } : {}) }
      : { countedAt: databaseNow() }
    const moment = isComputed && trackMembership ? momentIn(session) : {}
    await Segment.create([{ ...fields, _id: segmentId, projectId, slug, ...ofCondition, ...moment }], { session })
    const jobs = isComputed ? [await beginCompute({ projectId, segmentId, revision: 1 }, session)] : []
    return { segmentId, jobs }
  })
}
