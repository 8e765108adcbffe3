import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, proxyActivities, startChild, WorkflowIdReusePolicy } from '@temporalio/workflow'
import type { DeliveryActivities } from '../activities/delivery.js'
import { QUEUES, temporalIds, type DeliverEmailsInput } from './contracts.js'
import { deliverEmail } from './deliver-email.js'
import { throwWhenCancelled } from './failures.js'

const { deliverEmails: deliver } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Delivers up to fifty emails of one project. Each deferred email continues as a Temporal workflow of its own, which an
 * operator finds by the email's id.
 */
export async function deliverEmails({ projectId, emailIds }: DeliverEmailsInput): Promise<{ deferred: number }> {
  const summary = `${emailIds.length} emails`
  try {
    const { deferred } = await deliver.executeWithOptions({ summary }, [{ projectId, emailIds }])
    await Promise.all(deferred.map((emailId) => deliverAlone(projectId, emailId)))
    return { deferred: deferred.length }
  } catch (error) {
    throwWhenCancelled()
    throw error
  }
}

async function deliverAlone(projectId: string, emailId: string): Promise<void> {
  try {
    await startChild(deliverEmail, {
      workflowId: temporalIds.email(emailId),
      taskQueue: QUEUES.transactional,
      args: [{ projectId, emailId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      staticSummary: 'Deferred by the provider',
    })
  } catch (error) {
    // Another delivery of the same email has started it already.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
