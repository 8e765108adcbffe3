import { ANY_SOURCE, Email, INDEX_OF_ORIGIN, type EmailRecord } from '../../../models/email.js'
import type { EmailFilter } from '../../../models/domain/email-filter.js'
import { emailConditions } from '../../sending/emails/email-conditions.js'
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

// The first one that is given has an index in the order of the file; the others are looked for among its emails.
const ORIGINS = ['executionId', 'campaignId', 'templateId', 'workflowId'] as const

/** The emails of a project that existed at `now`, newest first, without their content. */
export function emailTable(projectId: string, filter: EmailFilter, now: Date): ExportTable {
  const conditions = emailConditions(filter)
  const origin = ORIGINS.find((name) => name in conditions)
  const [shape, hint] =
    origin === undefined ? [ANY_SOURCE, 'by_source'] : [{ [origin]: conditions[origin] }, INDEX_OF_ORIGIN[origin]]
  const others = Object.entries(conditions).flatMap(([name, value]) => (name === origin ? [] : [{ [name]: value }]))
  return {
    collection: Email.collection,
    base: { projectId, ...shape, ...createdWithin(filter, now) },
    condition: others.length === 0 ? {} : { $and: others },
    order: { ...NEWEST_FIRST, hint },
    ...withColumns(COLUMNS),
  }
}
