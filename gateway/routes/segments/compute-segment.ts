import { computeSegment } from '../../../commands/audience/segments/compute-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { SegmentComputedResponse, SegmentParams } from '../../schemas/segment.js'

export const computeSegmentRoute = defineEndpoint({
  operationId: 'computeSegment',
  method: 'post',
  path: '/segments/:id/compute',
  access: 'project',
  effect: 'keeps',
  summary: 'Compute the membership of a tracked dynamic segment',
  description:
    'Contacts that match the condition join, and members that no longer match leave, each with one event. Returns ' +
    '400 for a static or untracked segment. The response is 202 with the numbers so far if the computation continues ' +
    'after it: at once in projects with more than 10,000 contacts, and otherwise after 20 seconds.',
  request: { params: SegmentParams },
  response: SegmentComputedResponse,
  statuses: [200, 202],
  quota: 'jobs',
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const { isDone, ...answer } = await computeSegment({ projectId, segmentId: params.id })
    return reply(isDone ? 200 : 202, answer)
  },
})
