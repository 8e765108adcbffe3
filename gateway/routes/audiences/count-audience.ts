import { countUnsaved } from '../../../commands/sending/audiences/count-unsaved.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentContact } from '../../presenters/contact.js'
import { AudienceCountResponse, UnsavedAudience } from '../../schemas/audience.js'

export const countAudienceRoute = defineEndpoint({
  operationId: 'countAudience',
  method: 'post',
  path: '/audiences/count',
  access: 'project',
  effect: 'reads',
  scope: 'read',
  summary: 'Count an audience and preview ten contacts',
  description:
    'The audience is a `condition` or the segment `segmentId`; without both it is all contacts. The counts are those ' +
    'of `GET /campaigns/{id}/audience`. They are exact if counting takes at most a second. Otherwise they are ' +
    'projected from some thousand contacts drawn at random, and `exact` is false. Nothing is stored.',
  example: {
    body: {
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }] },
    },
  },
  request: { body: UnsavedAudience },
  response: AudienceCountResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body: { condition, segmentId, type } }, { projectId }) {
    const audienceType = condition ? 'FILTERED' : segmentId ? 'SEGMENT' : 'ALL'
    const audience = { projectId, type, audienceType, segmentId, audienceCondition: condition } as const
    const { counted, isExact, sample } = await countUnsaved(audience)
    return { ...counted, exact: isExact, sample: sample.map(presentContact) }
  },
})
