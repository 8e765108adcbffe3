import { requestBulkChange } from '../../../commands/contacts/request-bulk-change.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { AcceptedJob, BulkSelection } from '../../schemas/job.js'

export const bulkDeleteContacts = defineEndpoint({
  operationId: 'bulkDeleteContacts',
  method: 'post',
  path: '/contacts/bulk-delete',
  access: 'project',
  summary: 'Delete many contacts for good',
  description:
    'Takes up to 1,000 ids, or all contacts that match a filter at this moment, and deletes each as if by itself.',
  example: { body: { contactIds: [EXAMPLE_IDS.contact] } },
  request: { body: BulkSelection },
  response: AcceptedJob,
  status: 202,
  errors: ['VALIDATION_ERROR'],
  async handle({ body }, { projectId, services }) {
    const { jobId, entries } = await requestBulkChange(projectId, 'delete', body)
    services.relay.enqueue(entries)
    return { message: 'The contacts are being deleted', jobId }
  },
})
