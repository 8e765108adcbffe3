import type { Model } from 'mongoose'
import { cancelCampaign } from '../../commands/campaigns/cancel-campaign.js'
import { isResolved } from '../../commands/campaigns/finish-campaign.js'
import { failJob } from '../../commands/jobs/advance-job.js'
import { recordEmailFacts } from '../../commands/emails/record-email-facts.js'
import { closeExecution } from '../../commands/executions/close-execution.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { newId } from '../../runtime/ids.js'
import { newMark, type OutboxMark, type OutboxEntry, type OutboxKind } from '../../models/outbox-entry.js'
import { Job, type JobRecord } from '../../models/job.js'
import { JOB_EXECUTIONS, temporalIds } from '../../workflows/contracts.js'

/** Work that MongoDB holds as going on, and that Temporal should be going on with. */
export interface RunningWork {
  projectId: string
  id: string
  /** Any of these durable executions may be the one. */
  durableIds: string[]
}

/** One kind of work that can go on for long. */
export interface WorkSource {
  kind: OutboxKind
  /** The work of a project that was told to Temporal. */
  read(projectId: string): AsyncIterable<RunningWork>
  /** Sets the work off again, unless it ended or was set off meanwhile. */
  restart(work: RunningWork): Promise<OutboxEntry[]>
  /** Takes over that it was stopped, or broke down, in Temporal; null where that is not for us to end. */
  end(work: RunningWork, how: 'cancelled' | 'failed'): Promise<OutboxEntry[] | null>
  /** The id of the work that a durable execution is for; null for other kinds. */
  idOf(durableId: string): string | null
  find(ids: string[]): AsyncIterable<RunningWork>
}

const REASONS = { cancelled: 'Cancelled in Temporal', failed: 'Failed in Temporal' } as const

const executions = source<ExecutionRecord>({
  kind: 'execution',
  model: Execution,
  running: { activeKey: { $gt: '' }, status: { $in: ACTIVE_STATUSES } },
  durableIds: ({ temporalWorkflowId }) => [temporalWorkflowId],
  prefix: 'execution',
  async end({ projectId, id: executionId }, how) {
    const status = how === 'failed' ? 'FAILED' : 'CANCELLED'
    await closeExecution({ projectId, executionId, status, exitReason: REASONS[how] })
    return []
  },
})

const emails = source<EmailRecord>({
  kind: 'email',
  model: Email,
  // Those of workflows and campaigns go on with these.
  running: { status: { $in: UNRESOLVED_STATUSES }, temporalWorkflowId: { $ne: null } },
  durableIds: ({ _id, temporalWorkflowId }) => [...new Set([temporalWorkflowId ?? '', temporalIds.email(_id)])],
  prefix: 'email',
  end: ({ projectId, id: emailId }, how) =>
    recordEmailFacts([{ projectId, emailId, at: new Date(), key: newId(), kind: 'failed', reason: REASONS[how] }]),
})

const campaigns: WorkSource = source<CampaignRecord>({
  kind: 'campaign',
  model: Campaign,
  // A cancelled one goes on until what it had claimed is settled.
  running: { status: { $in: ['SCHEDULED', 'SENDING', 'CANCELLED'] } },
  isOver: async ({ _id: campaignId, projectId, status }) =>
    status === 'CANCELLED' && isResolved({ projectId, campaignId }),
  durableIds: ({ _id }) => [temporalIds.campaign(_id)],
  prefix: 'campaign',
  async end(work, how) {
    const { projectId, id: campaignId } = work
    const isCancelled = await Campaign.exists({ _id: campaignId, projectId, status: 'CANCELLED' })
    // Whatever broke down, what is left of it is known, and its claims keep mail from leaving twice.
    if (isCancelled || how === 'failed') return campaigns.restart(work)
    return (await cancelCampaign({ projectId, campaignId })).entries
  },
})

const jobs = source<JobRecord>({
  kind: 'job',
  model: Job,
  running: { status: { $in: ['PENDING', 'RUNNING'] } },
  durableIds: ({ _id, kind }) => [temporalIds.job(kind, _id)],
  prefix: Object.values(JOB_EXECUTIONS).map(({ prefix }) => prefix),
  async end({ projectId, id: jobId }, how) {
    await failJob({ projectId, jobId }, REASONS[how])
    return []
  },
})

const pauses = source<ContactRecord>({
  kind: 'contact',
  model: Contact,
  running: { snoozedUntil: { $gt: new Date(0) } },
  durableIds: ({ _id, snoozedUntil }) => [temporalIds.snooze(_id, snoozedUntil?.getTime() ?? 0)],
  prefix: [],
  end: async () => null,
})

/** Every kind of work that can go on for long. */
export const WORK_SOURCES: readonly WorkSource[] = [executions, emails, campaigns, jobs, pauses]

/** A collection of such documents, as far as it says of which. */
interface StoredIn<Stored> {
  hydrate(stored: Stored): unknown
}

interface Carrier {
  _id: string
  projectId: string
  dispatch?: OutboxMark
}

function source<Stored extends Carrier>(of: {
  kind: OutboxKind
  model: StoredIn<Stored>
  /** What says in MongoDB that it goes on. */
  running: object
  /** What it does not say: true of one that is over all the same. */
  isOver?: (record: Stored) => Promise<boolean>
  durableIds: (record: Stored) => string[]
  /** What the ids of its durable executions begin with. */
  prefix: string | string[]
  end: WorkSource['end']
}): WorkSource {
  const { kind, durableIds, running, isOver, end } = of
  const model = of.model as unknown as Model<Carrier>
  // What has not been told to Temporal yet is the poller's.
  const told = { ...running, dispatch: { $exists: false } }
  const workOf = (record: Carrier): RunningWork => {
    return { projectId: record.projectId, id: record._id, durableIds: durableIds(record as Stored) }
  }
  async function* each(filter: object): AsyncIterable<RunningWork> {
    for await (const record of model
      .find({ ...told, ...filter })
      .lean<Carrier>()
      .cursor()) {
      if (!(await isOver?.(record as Stored))) yield workOf(record)
    }
  }
  return {
    kind,
    read: (projectId) => each({ projectId }),
    find: (ids) => each({ _id: { $in: ids } }),
    async restart({ projectId, id }) {
      const marked = await model.updateOne({ _id: id, projectId, ...told }, { $set: { dispatch: newMark() } })
      return marked.modifiedCount === 0 ? [] : [{ kind, projectId, id }]
    },
    end,
    idOf(durableId) {
      const [prefix = '', id = ''] = durableId.split(':')
      return [of.prefix].flat().includes(prefix) ? id : null
    },
  }
}
