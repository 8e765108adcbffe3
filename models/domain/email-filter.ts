import type { EmailStatus } from './email-status.js'
import type { SourceType } from './message-kinds.js'
import type { TimeRange } from './time-range.js'

/** Which emails a list or an export has. All parts that are given have to match, and an email has one of `statuses`. */
export interface EmailFilter extends TimeRange {
  statuses?: readonly EmailStatus[] | undefined
  sourceType?: SourceType | undefined
  contactId?: string | undefined
  campaignId?: string | undefined
  templateId?: string | undefined
  workflowId?: string | undefined
  executionId?: string | undefined
  /** The normalised address of the recipient. */
  to?: string | undefined
  /** The beginning of the address or its domain, a part of the subject, a message id or the id of the email. */
  search?: string | undefined
  /** Only emails by which their recipient unsubscribed. */
  unsubscribed?: true | undefined
}
