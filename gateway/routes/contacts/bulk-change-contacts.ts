import { requestBulkChange } from '../../../commands/lifecycle/bulk-changes/request-bulk-change.js'
import type { BulkOperation } from '../../../models/bulk-job.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXAMPLE_IDS } from '../../schemas/ids.js'
import { AcceptedJob, BulkSelection } from '../../schemas/job.js'

/** One of the bulk operations; `does` says what it does to each contact, `message` is the answer. */
interface BulkChange {
  operationId: string
  summary: string
  does: string
  message: string
}

const bulkChange = (operation: Exclude<BulkOperation, 'join'>, { operationId, summary, does, message }: BulkChange) =>
  defineEndpoint({
    operationId,
    method: 'post',
    path: `/contacts/bulk-${operation}`,
    access: 'project',
    effect: 'keeps',
    summary,
    description:
      'Takes up to 1,000 ids or a filter. A filter selects all contacts that exist now and match it when the job ' +
      `reaches them. ${does}`,
    example: { body: { contactIds: [EXAMPLE_IDS.contact] } },
    request: { body: BulkSelection },
    response: AcceptedJob,
    status: 202,
    quota: 'jobs',
    errors: ['VALIDATION_ERROR', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
    async handle({ body }, { projectId }) {
      const jobId = await requestBulkChange(projectId, operation, body)
      return { message, jobId }
    },
  })

export const bulkSubscribeContactsRoute = bulkChange('subscribe', {
  operationId: 'bulkSubscribeContacts',
  summary: 'Subscribe many contacts',
  does: 'Records `contact.subscribed` for each contact that changes. Subscribed contacts stay unchanged.',
  message: 'Contacts are being subscribed',
})

export const bulkUnsubscribeContactsRoute = bulkChange('unsubscribe', {
  operationId: 'bulkUnsubscribeContacts',
  summary: 'Unsubscribe many contacts',
  does: 'Records `contact.unsubscribed` for each contact that changes. Unsubscribed contacts stay unchanged.',
  message: 'Contacts are being unsubscribed',
})

export const bulkDeleteContactsRoute = bulkChange('delete', {
  operationId: 'bulkDeleteContacts',
  summary: 'Delete many contacts permanently',
  does: 'Deletes each contact like `DELETE /contacts/{id}`.',
  message: 'Contacts are being deleted',
})
