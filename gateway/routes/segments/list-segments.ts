import { z } from 'zod'
import { Segment } from '../../../models/segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSegment } from '../../presenters/segment.js'
import { SegmentResponse } from '../../schemas/segment.js'

export const listSegmentsRoute = defineEndpoint({
  operationId: 'listSegments',
  method: 'get',
  path: '/segments',
  access: 'project',
  summary: 'List all segments, newest first',
  description: '`memberCount` is the result of the last count.',
  response: z.array(SegmentResponse),
  errors: [],
  async handle(_, { projectId }) {
    const segments = await Segment.find({ projectId }).sort({ createdAt: -1, _id: -1 }).lean()
    return segments.map(presentSegment)
  },
})
