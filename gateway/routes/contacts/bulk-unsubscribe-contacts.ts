import { requestBulkChange } from '../../../commands/contacts/request-bulk-change.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { AcceptedJob, BulkSelection } from '../../schemas/job.js'

export const bulkUnsubscribeContacts = defineEndpoint({
  operationId: 'bulkUnsubscribeContacts',
  method: 'post',
  path: '/contacts/bulk-unsubscribe',
  access: 'project',
  summary: 'Unsubscribe many contacts',
  description:
    'Takes up to 1,000 ids, or all contacts that match a filter at this moment. Each contact whose state changes ' +
    'records `contact.unsubscribed`; one that is unsubscribed already is unchanged.',
  example: { body: { contactIds: [EXAMPLE_IDS.contact] } },
  request: { body: BulkSelection },
  response: AcceptedJob,
  status: 202,
  errors: ['VALIDATION_ERROR'],
  async handle({ body }, { projectId, services }) {
    const { jobId, entries } = await requestBulkChange(projectId, 'unsubscribe', body)
    services.relay.enqueue(entries)
    return { message: 'The contacts are being unsubscribed', jobId }
  },
})
