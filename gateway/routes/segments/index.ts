import type { AnyEndpoint } from '../../http/endpoint.js'
import { addSegmentMembers } from './add-segment-members.js'
import { computeSegment } from './compute-segment.js'
import { createSegment } from './create-segment.js'
import { deleteSegment } from './delete-segment.js'
import { getSegmentUsage } from './get-segment-usage.js'
import { getSegment } from './get-segment.js'
import { listSegmentContacts } from './list-segment-contacts.js'
import { listSegments } from './list-segments.js'
import { refreshSegment } from './refresh-segment.js'
import { removeSegmentMembers } from './remove-segment-members.js'
import { updateSegment } from './update-segment.js'

export const segmentEndpoints: AnyEndpoint[] = [
  listSegments,
  createSegment,
  getSegment,
  updateSegment,
  deleteSegment,
  getSegmentUsage,
  listSegmentContacts,
  addSegmentMembers,
  removeSegmentMembers,
  computeSegment,
  refreshSegment,
]
