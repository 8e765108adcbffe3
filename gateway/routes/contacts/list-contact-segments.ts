import { z } from 'zod'
import { segmentsOfContact } from '../../../commands/audience/segments/segments-of-contact.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentContactSegment } from '../../presenters/segment.js'
import { resourceId } from '../../schemas/ids.js'
import { ContactSegmentsResponse } from '../../schemas/segment.js'

export const listContactSegmentsRoute = defineEndpoint({
  operationId: 'listContactSegments',
  method: 'get',
  path: '/contacts/:id/segments',
  access: 'project',
  summary: 'List the segments of a contact, by name',
  description: 'Includes dynamic segments whose condition the contact matches now, tracked or not.',
  request: { params: z.object({ id: resourceId('contact') }) },
  response: ContactSegmentsResponse,
  errors: ['CONTACT_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const segments = await segmentsOfContact(projectId, params.id)
    return { data: segments.map(presentContactSegment) }
  },
})
