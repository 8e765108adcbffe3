import type { WorkerOptions } from '@temporalio/worker'
import { createCampaignActivities } from '../activities/campaign.js'
import { createGroupSender, type SendGroup } from '../activities/campaign/group-sender.js'
import { createDeliveryActivities } from '../activities/delivery.js'
import { createEmailComposer } from '../activities/delivery/create-email-composer.js'
import { createExecutionActivities } from '../activities/execution.js'
import type { ExecutionDeps } from '../activities/execution/deps.js'
import { createJobActivities, type JobDeps } from '../activities/jobs.js'
import { createLimiter, type Limiter } from '../runtime/concurrency/limiter.js'
import type { DeliveryDeps } from '../activities/delivery/deps.js'
import type { SendRate } from '../activities/send-rate/send-rate.js'
import type { QueueName } from '../workflows/contracts.js'
import { limitSubmissions } from './delivery-set-up.js'

/** Activities and concurrency of the worker of one queue. */
export type QueueOptions = Pick<
  WorkerOptions,
  | 'activities'
  | 'maxConcurrentActivityTaskExecutions'
  | 'maxConcurrentWorkflowTaskExecutions'
  | 'maxCachedWorkflows'
  | 'workflowBundle'
>

// While the provider answers for one group, the other is claimed and composed, or stored. Of more, each would be
// smaller, because a crash must not leave more outcomes unknown.
const GROUPS_OF_PROJECT = 2

/** The threads that send groups of campaigns, where a worker has some. */
export interface GroupThreads {
  count: number
  send: SendGroup
}

/** Options for the worker of each queue; bulk work cannot occupy the slots of transactional mail. */
export function queueOptions({
  sendRate,
  groupThreads,
  ...shared
}: Omit<ExecutionDeps, 'acquirePermits' | 'limitSubmissions' | 'compose'> &
  JobDeps & { sendRate: SendRate; groupThreads: GroupThreads | null }): Record<QueueName, QueueOptions> {
  const { compose, prepare } = createEmailComposer(shared.settings)
  const unlimited: Limiter = (_projectId, work) => work()
  const transactional = {
    ...shared,
    compose,
    limitSubmissions: unlimited,
    acquirePermits: sendRate.permitsFor('transactional'),
  }
  const workflow = { ...transactional, acquirePermits: sendRate.permitsFor('workflow') }
  const campaign = {
    ...transactional,
    limitSubmissions: limitSubmissions(shared.provider),
    acquirePermits: sendRate.permitsFor('campaign'),
  }
  const groupsOfProject = GROUPS_OF_PROJECT * (groupThreads?.count ?? 1)
  return {
    ...deliveryQueues(transactional),
    executions: {
      activities: createExecutionActivities(workflow),
      maxConcurrentActivityTaskExecutions: 40,
      maxConcurrentWorkflowTaskExecutions: 20,
      // Enough for those that are in their steps. One that wakes from a delay replays some 20 events, which costs less
      // than the quarter of a megabyte that each takes here: of 2,000 that wake together, 2,000 here went on no faster
      // than 200.
      maxCachedWorkflows: 200,
    },
    webhooks: {
      activities: createExecutionActivities(workflow),
      // Calls wait for external servers, up to half a minute each.
      maxConcurrentActivityTaskExecutions: 100,
      // No workflow runs on this queue.
      workflowBundle: undefined,
    },
    campaigns: {
      activities: createCampaignActivities({
        ...campaign,
        sendGroup: groupThreads?.send ?? createGroupSender({ ...campaign, prepare }),
        groupsOfProject,
        limitGroups: createLimiter({ concurrencyPerKey: groupsOfProject }),
      }),
      // A campaign uses four slots; its slices are short, so that campaigns of other projects soon get a slot.
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

function deliveryQueues(deps: DeliveryDeps): Record<'transactional' | 'transactional-groups', QueueOptions> {
  const activities = createDeliveryActivities(deps)
  return {
    transactional: {
      activities,
      // Some wait for a permit, or for what the provider told of an earlier attempt.
      maxConcurrentActivityTaskExecutions: 40,
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 200,
    },
    'transactional-groups': {
      activities,
      // Twice as many as submit at a time, so that the next are there; Temporal keeps the others, in turn by project.
      maxConcurrentActivityTaskExecutions: 16,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 100,
    },
  }
}
