import { Campaign } from '../../models/campaign.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { IS_ACTIVE, Job } from '../../models/job.js'
import { acrossProjects } from '../../models/owned-model.js'
import type { QueueName } from '../../workflows/contracts.js'

const MAX_TIME_MS = 3_000
const LATEST_EMAILS = 10_000
// The fields of the index of active executions.
const ACTIVE = { projectId: { $gt: '' }, activeKey: { $gt: '' } }

const ofAny = <const Filter extends object>(filter: Filter) =>
  acrossProjects(filter, 'an operator asks about the installation')

/** Whether MongoDB holds work for a task queue, of any project. Only the latest emails are read. */
export async function hasWork(queue: QueueName): Promise<boolean> {
  const limits = { maxTimeMS: MAX_TIME_MS }
  switch (queue) {
    case 'transactional':
    case 'transactional-groups': {
      const latest = [{ $sort: { _id: -1 as const } }, { $limit: LATEST_EMAILS }]
      const isOpen = [{ $match: { status: { $in: UNRESOLVED_STATUSES } } }, { $limit: 1 }, { $project: { _id: 1 } }]
      const open = Email.aggregate([{ $match: ofAny({}) }, ...latest, ...isOpen])
      return (await open.option(limits)).length > 0
    }
    case 'campaigns':
      return (await Campaign.exists(ofAny({ status: { $in: ['SCHEDULED', 'SENDING'] } })).setOptions(limits)) !== null
    case 'jobs':
      return (await Job.exists(ofAny(IS_ACTIVE)).setOptions(limits)) !== null
    case 'executions':
    case 'webhooks':
      return (await Execution.exists(ofAny(ACTIVE)).setOptions(limits)) !== null
    default:
      return queue satisfies never
  }
}
