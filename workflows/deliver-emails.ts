import { defineSearchAttributeKey, WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, proxyActivities, startChild, WorkflowIdReusePolicy } from '@temporalio/workflow'
import type { DeliveryActivities } from '../activities/delivery.js'
import { QUEUES, SEARCH_ATTRIBUTES, temporalIds, type DeliverEmailInput, type DeliverEmailsInput } from './contracts.js'
import { deliverEmail } from './deliver-email.js'
import { throwWhenCancelled } from './failures.js'

const PROJECT = defineSearchAttributeKey(SEARCH_ATTRIBUTES.project, 'KEYWORD')
const KIND = defineSearchAttributeKey(SEARCH_ATTRIBUTES.kind, 'KEYWORD')

const { deliverEmails: deliver } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Delivers up to fifty emails, of one project or of several. Each deferred email continues as a Temporal workflow of
 * its own, which an operator finds by the email's id.
 */
export async function deliverEmails({ groups }: DeliverEmailsInput): Promise<{ deferred: number }> {
  const summary = `${groups.reduce((count, { emailIds }) => count + emailIds.length, 0)} emails`
  try {
    const { deferred } = await deliver.executeWithOptions({ summary }, [{ groups }])
    await Promise.all(deferred.map(deliverAlone))
    return { deferred: deferred.length }
  } catch (error) {
    throwWhenCancelled()
    throw error
  }
}

async function deliverAlone({ projectId, emailId }: DeliverEmailInput): Promise<void> {
  try {
    await startChild(deliverEmail, {
      workflowId: temporalIds.email(emailId),
      taskQueue: QUEUES.transactional,
      args: [{ projectId, emailId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      staticSummary: 'Deferred by the provider',
      typedSearchAttributes: [
        { key: PROJECT, value: projectId },
        { key: KIND, value: 'delivery' },
      ],
    })
  } catch (error) {
    // Another delivery of the same email has started it already.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
