import { requestBulkJoin } from '../../../commands/lifecycle/bulk-changes/request-bulk-change.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { AcceptedJob, BulkJoin } from '../../schemas/job.js'

export const bulkJoinContactsRoute = defineEndpoint({
  operationId: 'bulkJoinContacts',
  method: 'post',
  path: '/contacts/bulk-join',
  access: 'project',
  effect: 'keeps',
  summary: 'Add many contacts to a static segment',
  description:
    'Takes up to 1,000 ids or a filter. A filter selects all contacts that exist now and match it when the job ' +
    'reaches them. Adds each contact like `POST /segments/{id}/members`. Existing members stay unchanged.',
  example: { body: { contactIds: [EXAMPLE_IDS.contact], segmentId: EXAMPLE_IDS.segment } },
  request: { body: BulkJoin },
  response: AcceptedJob,
  status: 202,
  quota: 'jobs',
  errors: ['VALIDATION_ERROR', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ body: { segmentId, ...selection } }, { projectId }) {
    const jobId = await requestBulkJoin(projectId, segmentId, selection)
    return { message: 'Contacts are being added to the segment', jobId }
  },
})
