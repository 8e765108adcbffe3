import { Email, type EmailRecord } from '../../models/email.js'
import type { ExportFilters } from '../../models/export-job.js'
import { NEWEST_FIRST, withColumns, type Column, type ExportTable } from './export-table.js'
import { createdWithin } from './created-within.js'

const COLUMNS: readonly Column<EmailRecord>[] = [
  ['id', ({ _id }) => _id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  // The deletion of a contact makes the address empty.
  ['to', ({ to }) => to || null],
  ['toName', ({ toName }) => toName],
  ['subject', ({ subject }) => subject],
  ['from', ({ from }) => from],
  ['fromName', ({ fromName }) => fromName],
  ['replyTo', ({ replyTo }) => replyTo],
  ['sourceType', ({ sourceType }) => sourceType],
  ['contactId', ({ contactId }) => contactId || null],
  ['templateId', ({ templateId }) => templateId],
  ['campaignId', ({ campaignId }) => campaignId],
  ['workflowId', ({ workflowId }) => workflowId],
  ['executionId', ({ executionId }) => executionId],
  ['stepId', ({ stepId }) => stepId],
  ['messageId', ({ messageId }) => messageId],
  ['error', ({ error }) => error],
  ['sentAt', ({ sentAt }) => sentAt],
  ['deliveredAt', ({ deliveredAt }) => deliveredAt],
  ['openedAt', ({ openedAt }) => openedAt],
  ['clickedAt', ({ clickedAt }) => clickedAt],
  ['bouncedAt', ({ bouncedAt }) => bouncedAt],
  ['complainedAt', ({ complainedAt }) => complainedAt],
  ['opens', ({ opens }) => opens],
  ['clicks', ({ clicks }) => clicks],
  ['tags', ({ tags }) => tags],
]

/** The emails of a project that existed at `now`, newest first, without their content. */
export function emailTable(
  projectId: string,
  { status, campaignId, ...range }: ExportFilters['emails'],
  now: Date,
): ExportTable {
  const shape = campaignId === undefined ? {} : { campaignId }
  return {
    collection: Email.collection,
    base: { projectId, ...shape, ...createdWithin(range, now) },
    condition: status === undefined ? {} : { status },
    order: NEWEST_FIRST,
    ...withColumns(COLUMNS),
  }
}
