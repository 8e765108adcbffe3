import { currentMemberCount } from '../../../commands/audience/segments/count-members.js'
import { findSegment } from '../../../commands/audience/segments/find-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSegment } from '../../presenters/segment.js'
import { SegmentParams, SegmentResponse } from '../../schemas/segment.js'

export const getSegmentRoute = defineEndpoint({
  operationId: 'getSegment',
  method: 'get',
  path: '/segments/:id',
  access: 'project',
  summary: 'Get a segment with an updated member count',
  description:
    'Counts the members now. In projects with more than 10,000 contacts, `memberCount` is the stored number, which ' +
    'follows every change of contacts within seconds.',
  request: { params: SegmentParams },
  response: SegmentResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const segment = await findSegment({ projectId, segmentId: params.id })
    return presentSegment({ ...segment, ...(await currentMemberCount(segment)) })
  },
})
