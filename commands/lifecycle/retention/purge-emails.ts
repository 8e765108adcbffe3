import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Campaign } from '../../../models/campaign.js'
import { UNRESOLVED_STATUSES } from '../../../models/domain/email-status.js'
import { isActive } from '../../../models/domain/execution-status.js'
import { ANY_SOURCE, Email, type EmailRecord } from '../../../models/email.js'
import { Execution } from '../../../models/execution.js'
import { ReceivedBody } from '../../../models/received-body.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { cursorAfter, PURGE_BATCH, type PurgeBatch } from './retention.js'

/**
 * Deletes emails from before a date. Emails without an outcome stay. Emails of campaigns and executions that have not
 * ended stay too, and so does the email of a step that can be retried. The counters of campaigns keep their values.
 */
export const purgeEmails: PurgeBatch = async (projectId, before, after) => {
  const emails = await Email.find(
    {
      projectId,
      ...ANY_SOURCE,
      createdAt: { ...(after ? { $gte: new Date(after.at) } : {}), $lt: before },
      ...(after ? { $nor: [{ createdAt: new Date(after.at), _id: { $lte: after.id } }] } : {}),
    },
    { createdAt: 1, status: 1, campaignId: 1, executionId: 1, sequence: 1 },
  )
    .sort({ createdAt: 1, _id: 1 })
    .limit(PURGE_BATCH)
    .hint('by_source')
    .lean<OldEmail[]>()
  const waiting = await findWaiting(
    'email',
    projectId,
    emails.map(({ _id }) => _id),
  )
  const resolved = emails.filter(({ _id, status }) => !UNRESOLVED_STATUSES.includes(status) && !waiting.has(_id))
  const running = await runningCampaigns(projectId, resolved)
  const needed = await neededByExecutions(projectId, resolved)
  const expired = resolved.filter(({ _id, campaignId }) => !running.has(campaignId ?? '') && !needed.has(_id))
  await noteCampaigns(projectId, expired)
  const ids = expired.map(({ _id }) => _id)
  await ReceivedBody.deleteMany({ _id: { $in: ids }, projectId })
  const { deletedCount } = await Email.deleteMany({ _id: { $in: ids }, projectId })
  return { deleted: deletedCount, after: cursorAfter(emails, ({ createdAt }) => createdAt) }
}

type OldEmail = Pick<EmailRecord, '_id' | 'createdAt' | 'status' | 'campaignId' | 'executionId' | 'sequence'>

async function runningCampaigns(projectId: string, emails: OldEmail[]): Promise<Set<string>> {
  const ids = campaignIdsOf(emails)
  if (ids.length === 0) return new Set()
  const hasNotEnded = { status: { $nin: ['SENT' as const, 'CANCELLED' as const] } }
  const running = await Campaign.find({ _id: { $in: ids }, projectId, ...hasNotEnded }, { _id: 1 }).lean()
  // A cancelled campaign reads its stored emails to resolve the unknown outcomes of its claims.
  const unresolved = await CampaignBatch.distinct('campaignId', { campaignId: { $in: ids }, projectId })
  return new Set([...running.map(({ _id }) => _id), ...unresolved])
}

async function neededByExecutions(projectId: string, emails: OldEmail[]): Promise<Set<string>> {
  const ids = [...new Set(emails.flatMap(({ executionId }) => executionId ?? []))]
  if (ids.length === 0) return new Set()
  const executions = await Execution.find({ _id: { $in: ids }, projectId }, { status: 1, sequence: 1 }).lean()
  const byId = new Map(executions.map((execution) => [execution._id, execution]))
  const needed = emails.filter(({ executionId, sequence }) => {
    const execution = byId.get(executionId ?? '')
    if (!execution) return false
    // The retry of a failed step reads whether the step has sent its email.
    return isActive(execution.status) || (execution.status === 'FAILED' && execution.sequence === sequence)
  })
  return new Set(needed.map(({ _id }) => _id))
}

// This is stored before the deletion. Otherwise a recount would lower the counters to the number of emails left.
async function noteCampaigns(projectId: string, expired: OldEmail[]): Promise<void> {
  const ids = campaignIdsOf(expired)
  if (ids.length === 0) return
  await Campaign.updateMany(
    { _id: { $in: ids }, projectId, emailsPurged: null },
    { $set: { emailsPurged: true } },
    { timestamps: false },
  )
}

function campaignIdsOf(emails: OldEmail[]): string[] {
  return [...new Set(emails.flatMap(({ campaignId }) => campaignId ?? []))]
}
