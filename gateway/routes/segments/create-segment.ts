import { createSegment } from '../../../commands/audience/segments/create-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSegment } from '../../presenters/segment.js'
import { NewSegment, SegmentResponse } from '../../schemas/segment.js'

export const createSegmentRoute = defineEndpoint({
  operationId: 'createSegment',
  method: 'post',
  path: '/segments',
  access: 'project',
  effect: 'keeps',
  summary: 'Create a segment',
  description:
    'A dynamic segment contains the contacts that match its condition. A static segment contains the contacts you ' +
    'add. With `trackMembership`, each contact that joins or leaves from now on gets the event ' +
    '`segment.<slug>.entry` or `segment.<slug>.exit`; the initial members get none. In projects with more than ' +
    '10,000 contacts, the members are counted after the response: until then, `exact` is false.',
  example: {
    body: {
      name: 'Power users',
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] },
      trackMembership: true,
    },
  },
  request: { body: NewSegment },
  response: SegmentResponse,
  status: 201,
  badRequest: 'plain',
  quota: 'segments',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId }) {
    const segment = await createSegment({ ...body, projectId })
    return presentSegment(segment)
  },
})
