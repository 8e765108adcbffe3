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
    description: `Takes up to 1,000 ids, or all contacts that exist now and match a filter when the job reaches them. ${does}`,
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
  does: 'Each contact whose state changes records `contact.subscribed`; a subscribed contact stays unchanged.',
  message: 'Contacts are being subscribed',
})

export const bulkUnsubscribeContactsRoute = bulkChange('unsubscribe', {
  operationId: 'bulkUnsubscribeContacts',
  summary: 'Unsubscribe many contacts',
  does: 'Each contact whose state changes records `contact.unsubscribed`; an unsubscribed contact stays unchanged.',
  message: 'Contacts are being unsubscribed',
})

export const bulkDeleteContactsRoute = bulkChange('delete', {
  operationId: 'bulkDeleteContacts',
  summary: 'Delete many contacts permanently',
  does: 'Each is deleted as by `DELETE /contacts/{id}`.',
  message: 'Contacts are being deleted',
})
