import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, proxyActivities, startChild, WorkflowIdReusePolicy } from '@temporalio/workflow'
import type { DeliveryActivities } from '../activities/delivery.js'
import { temporalIds, type DeliverEmailsInput } from './contracts.js'
import { deliverEmail } from './deliver-email.js'

const { deliverEmails: deliver } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Delivers up to fifty emails of one project together. What the provider put off goes on as a durable
 * execution of its own, which an operator can find by the email's id.
 */
export async function deliverEmails({ projectId, emailIds }: DeliverEmailsInput): Promise<{ deferred: number }> {
  const summary = `${emailIds.length} emails`
  const { putOff: deferred } = await deliver.executeWithOptions({ summary }, [{ projectId, emailIds }])
  await Promise.all(deferred.map((emailId) => goOnAlone(projectId, emailId)))
  return { deferred: deferred.length }
}

async function goOnAlone(projectId: string, emailId: string): Promise<void> {
  try {
    await startChild(deliverEmail, {
      workflowId: temporalIds.email(emailId),
      args: [{ projectId, emailId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      staticSummary: 'Put off by the provider',
    })
  } catch (error) {
    // Another batch that held the same email has handed it on already.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
