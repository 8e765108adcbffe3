import { findSegmentUsage } from '../../../commands/audience/segments/find-segment-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SegmentParams, SegmentUsageResponse } from '../../schemas/segment.js'

export const getSegmentUsageRoute = defineEndpoint({
  operationId: 'getSegmentUsage',
  method: 'get',
  path: '/segments/:id/usage',
  access: 'project',
  summary: 'Get the usage of a segment',
  description:
    'The resources that prevent deletion: unfinished campaigns, other segments, enabled workflows, and workflows ' +
    'with active executions. Lists at most 100 of each.',
  request: { params: SegmentParams },
  response: SegmentUsageResponse,
  errors: [],
  handle: async ({ params }, { projectId }) => findSegmentUsage({ projectId, segmentId: params.id }),
})
