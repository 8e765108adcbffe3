import type { WorkerOptions } from '@temporalio/worker'
import { createCampaignActivities } from '../activities/campaign.js'
import { createCampaignComposer } from '../activities/campaign/create-campaign-composer.js'
import { createDeliveryActivities } from '../activities/delivery.js'
import { composeEmail } from '../activities/delivery/compose-email.js'
import type { ComposeEmail } from '../activities/delivery/deps.js'
import { createExecutionActivities } from '../activities/execution.js'
import type { ExecutionDeps } from '../activities/execution/deps.js'
import { createJobActivities } from '../activities/jobs.js'
import { createLimiter, type Limiter } from '../runtime/concurrency/limiter.js'
import type { SendRate } from '../activities/send-rate/send-rate.js'
import type { QueueName } from '../workflows/contracts.js'

/** What a worker of one queue runs, and how much of it at once. */
export type QueueOptions = Pick<
  WorkerOptions,
  | 'activities'
  | 'maxConcurrentActivityTaskExecutions'
  | 'maxConcurrentWorkflowTaskExecutions'
  | 'maxCachedWorkflows'
  | 'workflowBundle'
>

const USUAL_SIDE_BY_SIDE = 50

/** The queues and what serves each: slots of their own, so that bulk cannot occupy those of transactional mail. */
export function queueOptions({
  sendRate,
  ...shared
}: Omit<ExecutionDeps, 'acquirePermit' | 'limitHandOvers' | 'compose'> & { sendRate: SendRate }): Record<
  QueueName,
  QueueOptions
> {
  const compose: ComposeEmail = (email, eligible) => composeEmail(email, eligible, shared.settings)
  const always: Limiter = (_projectId, work) => work()
  const transactional = {
    ...shared,
    compose,
    limitHandOvers: always,
    acquirePermit: sendRate.permitsFor('transactional'),
  }
  const workflow = { ...transactional, acquirePermit: sendRate.permitsFor('workflow') }
  const { sideBySide = USUAL_SIDE_BY_SIDE } = shared.provider
  const limitHandOvers = createLimiter({ concurrency: sideBySide })
  const campaign = { ...transactional, limitHandOvers, acquirePermit: sendRate.permitsFor('campaign') }
  return {
    transactional: {
      activities: createDeliveryActivities(transactional),
      maxConcurrentActivityTaskExecutions: 20,
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 200,
    },
    executions: {
      activities: createExecutionActivities(workflow),
      maxConcurrentActivityTaskExecutions: 40,
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 500,
    },
    webhooks: {
      activities: createExecutionActivities(workflow),
      // They wait for other people's servers, which may take half a minute each.
      maxConcurrentActivityTaskExecutions: 100,
      // No workflow runs on this queue.
      workflowBundle: undefined,
    },
    campaigns: {
      activities: createCampaignActivities({
        ...campaign,
        ...createCampaignComposer(shared.settings),
        acquirePermits: sendRate.acquirePermits,
      }),
      // A campaign takes four; the slices are short, so that another project's soon has its turn.
      maxConcurrentActivityTaskExecutions: 16,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 50,
    },
    jobs: {
      activities: createJobActivities(shared),
      maxConcurrentActivityTaskExecutions: 4,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 50,
    },
  }
}
