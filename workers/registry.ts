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

// While the provider answers for one group, the other group is claimed and composed, or its outcomes are stored. More
// groups would have to be smaller, because a crash must not leave more unknown outcomes.
const GROUPS_OF_PROJECT = 2

/** The threads of a worker that send groups of campaigns. */
export interface GroupThreads {
  count: number
  send: SendGroup
  /** Whether they may use a connection now; without it the worker itself sends the groups. */
  isUsable: () => boolean
}

/**
 * Options for the worker of each queue. Each queue has its concurrency, so that bulk work cannot delay transactional
 * mail.
 */
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
  const sendHere = createGroupSender({ ...campaign, prepare })
  const groupsOfProject = GROUPS_OF_PROJECT * (groupThreads?.count ?? 1)
  return {
    ...deliveryQueues(transactional),
    executions: {
      activities: createExecutionActivities(workflow),
      maxConcurrentActivityTaskExecutions: 40,
      maxConcurrentWorkflowTaskExecutions: 20,
      // The cache is large enough for the executions that are in their steps. An execution that wakes from a delay
      // replays some 20 events, which costs less than the quarter of a megabyte that it would take in the cache: when
      // 2,000 executions wake together, a cache for 2,000 is no faster than one for 200.
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
        sendGroup: (group) => (groupThreads?.isUsable() ? groupThreads.send(group) : sendHere(group)),
        groupsOfProject,
        limitGroups: createLimiter({ concurrencyPerKey: groupsOfProject }),
      }),
      // A campaign uses four activities at a time. They are short, so that campaigns of other projects soon get their
      // turn.
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
      // Some of these activities only wait, for a permit or for the notification about an earlier attempt.
      maxConcurrentActivityTaskExecutions: 40,
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 200,
    },
    'transactional-groups': {
      activities,
      // This is twice as many as submit at a time, so that the next ones are ready. The others wait in Temporal, where
      // projects are served in turn.
      maxConcurrentActivityTaskExecutions: 16,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 100,
    },
  }
}
