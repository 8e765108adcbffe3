import { findSegmentUsage } from '../../../commands/audience/segments/find-segment-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SegmentParams, SegmentUsageResponse } from '../../schemas/segment.js'

export const getSegmentUsageRoute = defineEndpoint({
  operationId: 'getSegmentUsage',
  method: 'get',
  path: '/segments/:id/usage',
  access: 'project',
  summary: 'Get what needs a segment',
  description:
    'The resources that prevent its deletion: unfinished campaigns, other segments, enabled workflows, and workflows ' +
    'with active executions. At most a hundred of each are listed.',
  request: { params: SegmentParams },
  response: SegmentUsageResponse,
  errors: [],
  handle: async ({ params }, { projectId }) => findSegmentUsage({ projectId, segmentId: params.id }),
})
