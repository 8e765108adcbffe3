import { notFound } from '../../../models/domain/errors.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'

/** The ids of a segment and its project. */
export interface SegmentRef {
  projectId: string
  segmentId: string
}

/** Reads a segment. Throws RESOURCE_NOT_FOUND. */
export async function findSegment({ projectId, segmentId }: SegmentRef): Promise<SegmentRecord> {
  const segment = await Segment.findOne({ _id: segmentId, projectId }).lean()
  if (!segment) throw notFound('segment', segmentId)
  return segment
}
