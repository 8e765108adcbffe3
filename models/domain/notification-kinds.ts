/** What the members of a project are notified of. */
export const NOTIFICATION_KINDS = [
  'IMPORT_COMPLETED',
  'IMPORT_FAILED',
  'EXPORT_COMPLETED',
  'EXPORT_FAILED',
  'BULK_CHANGE_COMPLETED',
  'BULK_CHANGE_FAILED',
  'SEGMENT_COMPUTED',
  'SEGMENT_FAILED',
  'FIELDS_DELETED',
  'FIELD_DELETION_FAILED',
  'EVENTS_DELETED',
  'EVENT_DELETION_FAILED',
  'EXECUTIONS_CANCELLED',
  'CANCELLATION_FAILED',
  'EXECUTIONS_RETRIED',
  'RETRY_FAILED',
  'CAMPAIGN_SENT',
  'CAMPAIGN_PAUSED',
  'WORKFLOW_FAILING',
  'DOMAIN_LOST',
  'REPUTATION_LOW',
  'PROJECT_DISABLED',
  'USAGE_NEAR_LIMIT',
  'USAGE_AT_LIMIT',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/**
 * What a notification is about, in ids, names, codes and counts: no address and no data of a contact. The kind decides
 * which of them there are.
 */
export interface NotificationSubject {
  jobId?: string
  campaignId?: string
  workflowId?: string
  segmentId?: string
  domainId?: string
  /** The name that the record had then. */
  name?: string
  /** Rows, contacts, recipients or executions, without those of `failed`. */
  count?: number
  /** The counts of an import, as its result has them. */
  created?: number
  updated?: number
  failed?: number
  /** What is exported, imported or changed, or the category of a limit. */
  what?: string
  /** Why or by whom a campaign is paused, or why the project is disabled. */
  reason?: string
}

const NOTICE_KINDS = [
  'IMPORT_FAILED',
  'EXPORT_FAILED',
  'CAMPAIGN_PAUSED',
  'WORKFLOW_FAILING',
  'DOMAIN_LOST',
  'REPUTATION_LOW',
  'PROJECT_DISABLED',
  'USAGE_NEAR_LIMIT',
  'USAGE_AT_LIMIT',
] as const
/** The kinds whose mail has a subject of its own. The mail about another kind says that something failed. */
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Whether the mail about a kind of notification has a subject of its own. */
export function isNoticeKind(kind: NotificationKind): kind is NoticeKind {
  return (NOTICE_KINDS as readonly NotificationKind[]).includes(kind)
}

/**
 * Whether the members who want it get a mail about a notification: one of a failure, or of something to do. Every
 * member gets another mail anyway when a payment or the reputation disables the project, or pauses a campaign.
 */
export function isMailed({ kind, about }: { kind: NotificationKind; about: NotificationSubject }): boolean {
  if (kind === 'CAMPAIGN_PAUSED') return about.reason === 'BILLING_LIMIT'
  if (kind === 'PROJECT_DISABLED') return about.reason === 'MANUAL'
  return kind.endsWith('_FAILED') || isNoticeKind(kind)
}
