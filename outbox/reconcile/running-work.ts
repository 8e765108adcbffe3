import { cancelCampaign } from '../../commands/sending/campaigns/cancel-campaign.js'
import { hasAllOutcomes } from '../../commands/sending/campaigns/finish-campaign.js'
import { failJob } from '../../commands/base/jobs/advance-job.js'
import { cancelEmail } from '../../commands/sending/emails/cancel-email.js'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { closeExecution } from '../../commands/automation/executions/close-execution.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import type { OutboxKind } from '../../models/outbox-entry.js'
import { acrossProjects, type Owned, type OwnedModel, type Scope } from '../../models/owned-model.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff } from '../../commands/base/outbox/set-off.js'
import { findWaiting } from '../../commands/base/outbox/find-waiting.js'
import { IS_ACTIVE, Job, type JobRecord } from '../../models/job.js'
import { JOB_EXECUTIONS, temporalIds, type DeliverEmailsInput } from '../../workflows/contracts.js'
import type { Temporal } from '../temporal.js'

/** Work that is running according to MongoDB, and should be running in Temporal. */
export interface RunningWork {
  projectId: string
  id: string
  /** Ids of the Temporal workflow executions that may run it. */
  workflowIds: string[]
}

/** One kind of work that can run for long. */
export interface WorkSource {
  kind: OutboxKind
  /** The running work of a project that was dispatched to Temporal. */
  read(projectId: string): AsyncIterable<RunningWork>
  /** Enqueues the work again, unless it has ended or has an entry already; returns whether it was enqueued. */
  restart(work: RunningWork): Promise<boolean>
  /** Ends work that was stopped or failed in Temporal; null for work that cannot be ended this way. */
  end: ((work: RunningWork, how: 'cancelled' | 'failed') => Promise<unknown>) | null
  /** The ids of the work that a Temporal workflow runs; none for workflows of other kinds. */
  idsOf(workflowId: string, temporal: Pick<Temporal, 'inputOf'>): Promise<string[]>
  find(ids: string[]): AsyncIterable<RunningWork>
}

const REASONS = { cancelled: 'Cancelled in Temporal', failed: 'Failed in Temporal' } as const

const executions = source<ExecutionRecord>({
  kind: 'execution',
  model: Execution,
  running: { activeKey: { $gt: '' }, status: { $in: ACTIVE_STATUSES } },
  workflowIds: ({ temporalWorkflowId }) => [temporalWorkflowId],
  prefix: 'execution',
  async end({ projectId, id: executionId }, how) {
    const status = how === 'failed' ? 'FAILED' : 'CANCELLED'
    await closeExecution({ projectId, executionId, status, exitReason: REASONS[how] })
  },
})

const emails = source<EmailRecord>({
  kind: 'email',
  model: Email,
  // Workflows and campaigns deliver their emails themselves, except emails that have the id of another delivery.
  running: {
    status: { $in: UNRESOLVED_STATUSES },
    $or: [{ temporalWorkflowId: { $ne: null } }, { sourceType: { $in: ['TRANSACTIONAL', 'TEST'] } }],
  },
  workflowIds: ({ _id, temporalWorkflowId }) => [...new Set([temporalWorkflowId ?? [], temporalIds.email(_id)].flat())],
  prefix: 'email',
  // No index finds the emails of a batch: Temporal knows them.
  async membersOf(workflowId, temporal) {
    if (!workflowId.startsWith(temporalIds.emails(''))) return []
    const input = (await temporal.inputOf(workflowId)) as DeliverEmailsInput | null
    return input?.groups.flatMap(({ emailIds }) => emailIds) ?? []
  },
  end: ({ projectId, id: emailId }, how) =>
    how === 'cancelled'
      ? cancelEmail({ projectId, emailId })
      : recordEmailFacts([{ projectId, emailId, at: new Date(), key: newId(), kind: 'failed', reason: REASONS[how] }]),
})

const campaigns: WorkSource = source<CampaignRecord>({
  kind: 'campaign',
  model: Campaign,
  // A cancelled campaign runs until its claimed recipients are resolved.
  running: { status: { $in: ['SCHEDULED', 'SENDING', 'CANCELLED'] } },
  isOver: async ({ _id: campaignId, projectId, status }) =>
    status === 'CANCELLED' && hasAllOutcomes({ projectId, campaignId }),
  workflowIds: ({ _id }) => [temporalIds.campaign(_id)],
  prefix: 'campaign',
  async end(work, how) {
    const { projectId, id: campaignId } = work
    const isCancelled = await Campaign.exists({ _id: campaignId, projectId, status: 'CANCELLED' })
    // A restart is safe: the remaining recipients are stored, and claims prevent duplicate emails.
    if (isCancelled || how === 'failed') return campaigns.restart(work)
    return cancelCampaign({ projectId, campaignId })
  },
})

const jobs = source<JobRecord>({
  kind: 'job',
  model: Job,
  running: IS_ACTIVE,
  workflowIds: ({ _id, kind }) => [temporalIds.job(kind, _id)],
  prefix: Object.values(JOB_EXECUTIONS).map(({ prefix }) => prefix),
  async end({ projectId, id: jobId }, how) {
    await failJob({ projectId, jobId }, REASONS[how])
  },
})

const snoozes = source<ContactRecord>({
  kind: 'contact',
  model: Contact,
  running: { snoozedUntil: { $gt: new Date(0) } },
  workflowIds: ({ _id, snoozedUntil }) => [temporalIds.snooze(_id, snoozedUntil?.getTime() ?? 0)],
  prefix: [],
  end: null,
})

/** Every kind of work that can run for long. */
export const WORK_SOURCES: readonly WorkSource[] = [executions, emails, campaigns, jobs, snoozes]

function source<Stored extends Owned>(of: {
  kind: OutboxKind
  model: OwnedModel<Stored>
  /** Filter for running work. */
  running: object
  /** Whether work that matches the filter is over. */
  isOver?: (record: Stored) => Promise<boolean>
  workflowIds: (record: Stored) => string[]
  /** Prefixes of the ids of its Temporal workflows. */
  prefix: string | string[]
  /** The work of a Temporal workflow with an id of its own. */
  membersOf?: WorkSource['idsOf']
  end: WorkSource['end']
}): WorkSource {
  const { kind, workflowIds, running, isOver, end } = of
  const model = of.model as unknown as OwnedModel<Owned>
  const workOf = (record: Stored): RunningWork => {
    return { projectId: record.projectId, id: record._id, workflowIds: workflowIds(record) }
  }
  async function* each(filter: Scope): AsyncIterable<RunningWork> {
    for await (const record of model
      .find({ ...running, ...filter })
      .lean<Stored[]>()
      .cursor()) {
      if (!(await isOver?.(record))) yield workOf(record)
    }
  }
  return {
    kind,
    read: (projectId) => each({ projectId }),
    find: (ids) => each(acrossProjects({ _id: { $in: ids } }, 'a workflow of Temporal names no project')),
    async restart({ projectId, id }) {
      // Work with an outbox entry is left to the relay.
      if ((await findWaiting(kind, projectId, [id])).size > 0) return false
      return inTransaction(async (session) => {
        const isRunning = await model.exists({ ...running, _id: id, projectId }).session(session)
        if (isRunning) await setOff(session, { kind, projectId, ids: [id] })
        return isRunning !== null
      })
    },
    end,
    async idsOf(workflowId, temporal) {
      const [prefix = '', id = ''] = workflowId.split(':')
      if ([of.prefix].flat().includes(prefix)) return [id]
      return (await of.membersOf?.(workflowId, temporal)) ?? []
    },
  }
}
