import type { ClientSession } from 'mongoose'
import { Campaign } from '../../models/campaign.js'
import { segmentIdsOf } from '../../models/domain/conditions/walk-filters.js'
import { AppError, notFound } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Segment } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { SegmentRef } from './find-segment.js'
import { beginDrop, runJobs } from './segment-jobs.js'

const DROP_MS = 2_000
const MAX_NAMED = 100

interface Named {
  id: string
  name: string
}

/**
 * Deletes a segment and removes its members, without events. Throws RESOURCE_NOT_FOUND, and CONFLICT while another
 * segment or a campaign that is not over refers to it.
 */
export async function deleteSegment(ref: SegmentRef): Promise<OutboxEntry[]> {
  const { projectId, segmentId } = ref
  const jobs = await inTransaction(async (session) => {
    const segment = await Segment.findOne({ _id: segmentId, projectId }, null, { session }).lean()
    if (!segment) throw notFound('segment', segmentId)
    await refuseInUse(session, ref)
    await Segment.deleteOne({ _id: segmentId, projectId }, { session })
    const isNoted = segment.type === 'STATIC' || segment.trackMembership
    return isNoted ? [await beginDrop(ref, session)] : []
  })
  return runJobs(jobs, DROP_MS)
}

async function refuseInUse(session: ClientSession, ref: SegmentRef): Promise<void> {
  const campaigns = await findCampaigns(session, ref)
  const segments = await findReferring(session, ref)
  if (campaigns.length === 0 && segments.length === 0) return
  throw new AppError('CONFLICT', 'The segment is in use', {
    details: { ...(campaigns.length > 0 ? { campaigns } : {}), ...(segments.length > 0 ? { segments } : {}) },
    suggestion: 'Change what uses the segment first',
  })
}

async function findCampaigns(session: ClientSession, { projectId, segmentId }: SegmentRef): Promise<Named[]> {
  const candidates = Campaign.find(
    {
      projectId,
      status: { $in: ['DRAFT', 'SCHEDULED', 'SENDING'] },
      $or: [{ segmentId }, { audienceCondition: { $ne: null } }],
    },
    { name: 1, segmentId: 1, audienceCondition: 1 },
    { session },
  )
    .lean()
    .cursor()
  const using: Named[] = []
  for await (const { _id: id, name, ...campaign } of candidates) {
    const { audienceCondition } = campaign
    const refers = audienceCondition !== null && segmentIdsOf(audienceCondition).has(segmentId)
    if (campaign.segmentId === segmentId || refers) using.push({ id, name })
    if (using.length === MAX_NAMED) break
  }
  return using
}

async function findReferring(session: ClientSession, { projectId, segmentId }: SegmentRef): Promise<Named[]> {
  const others = await Segment.find(
    { projectId, condition: { $ne: null } },
    { name: 1, condition: 1 },
    { session },
  ).lean()
  return others
    .filter(({ _id, condition }) => _id !== segmentId && condition && segmentIdsOf(condition).has(segmentId))
    .slice(0, MAX_NAMED)
    .map(({ _id: id, name }) => ({ id, name }))
}
