import type { AnyEndpoint } from '../../http/endpoint.js'
import { addSegmentMembersRoute } from './add-segment-members.js'
import { computeSegmentRoute } from './compute-segment.js'
import { createSegmentRoute } from './create-segment.js'
import { deleteSegmentRoute } from './delete-segment.js'
import { duplicateSegmentRoute } from './duplicate-segment.js'
import { getSegmentUsageRoute } from './get-segment-usage.js'
import { getSegmentRoute } from './get-segment.js'
import { listSegmentContactsRoute } from './list-segment-contacts.js'
import { listSegmentsRoute } from './list-segments.js'
import { refreshSegmentRoute } from './refresh-segment.js'
import { removeSegmentMembersRoute } from './remove-segment-members.js'
import { updateSegmentRoute } from './update-segment.js'

export const segmentEndpoints: AnyEndpoint[] = [
  listSegmentsRoute,
  createSegmentRoute,
  getSegmentRoute,
  updateSegmentRoute,
  deleteSegmentRoute,
  duplicateSegmentRoute,
  getSegmentUsageRoute,
  listSegmentContactsRoute,
  addSegmentMembersRoute,
  removeSegmentMembersRoute,
  computeSegmentRoute,
  refreshSegmentRoute,
]
