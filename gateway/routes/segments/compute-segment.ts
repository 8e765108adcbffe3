import { computeSegment as compute } from '../../../commands/segments/compute-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { SegmentComputedResponse, SegmentParams } from '../../schemas/segment.js'

export const computeSegment = defineEndpoint({
  operationId: 'computeSegment',
  method: 'post',
  path: '/segments/:id/compute',
  access: 'project',
  summary: 'Bring the members of a tracked dynamic segment up to date',
  description:
    'Whoever meets the condition joins and whoever no longer does leaves, each with one event. A segment that is ' +
    'static or not tracked answers 400. Very large projects take longer than a request should: after 20 seconds the ' +
    'answer is 202 with the numbers so far, and the rest follows.',
  request: { params: SegmentParams },
  response: SegmentComputedResponse,
  statuses: [200, 202],
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId, services }) {
    const { isDone, ...answer } = await compute({ projectId, segmentId: params.id }, services.relay.enqueue)
    return reply(isDone ? 200 : 202, answer)
  },
})
