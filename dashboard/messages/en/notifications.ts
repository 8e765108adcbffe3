import { counted } from '../counted.js'

/** What the text of a notification names; numbers are formatted, and empty where there are none. */
export interface NotificationWords {
  /** What the rows of an import did. */
  imported: string
  name: string
  count: string
  failed: string
  what: string
  reason: string
}

const NOUNS: Record<string, string> = {
  contacts: 'contact',
  suppressions: 'suppression',
  emails: 'email',
  events: 'event',
}
const DONE: Record<string, string> = {
  subscribe: 'subscribed',
  unsubscribe: 'unsubscribed',
  delete: 'deleted',
  join: 'added to a segment',
}
const CATEGORIES: Record<string, string> = {
  workflows: 'workflow emails',
  campaigns: 'campaign emails',
  transactional: 'transactional emails',
  inbound: 'received emails',
}
const PAUSED_BY: Record<string, string> = { MEMBER: ' by a member', API_KEY: ' with an API key' }

const rowsOf = (count: string, what: string): string => counted(count, NOUNS[what] ?? 'row')
const butFailed = (failed: string, text: string): string => (failed === '' ? '' : `, ${failed} ${text}`)
const named = (name: string, other: string): string => (name === '' ? other : `“${name}”`)

/** What happened, by the kind of the notification. */
const texts = {
  IMPORT_COMPLETED: ({ what, imported }: NotificationWords) => `Imported ${what}: ${imported}`,
  IMPORT_FAILED: ({ what }: NotificationWords) => `Import of ${what} failed`,
  EXPORT_COMPLETED: ({ count, what }: NotificationWords) => `Exported ${rowsOf(count, what)}`,
  EXPORT_FAILED: ({ what }: NotificationWords) => `Export of ${what} failed`,
  BULK_CHANGE_COMPLETED: ({ count, what, failed }: NotificationWords) =>
    `${counted(count, 'contact')} ${DONE[what] ?? 'changed'}${butFailed(failed, 'failed')}`,
  BULK_CHANGE_FAILED: () => 'A change to many contacts failed',
  SEGMENT_COMPUTED: ({ name }: NotificationWords) => `Segment ${named(name, '')} is up to date`,
  SEGMENT_FAILED: ({ name }: NotificationWords) => `Segment ${named(name, '')} could not be updated`,
  FIELDS_DELETED: ({ count }: NotificationWords) => `Deleted ${counted(count, 'custom field')} from all contacts`,
  FIELD_DELETION_FAILED: () => 'Custom fields could not be deleted from all contacts',
  EVENTS_DELETED: ({ name, count }: NotificationWords) => `Deleted ${counted(count, 'event')} named ${named(name, '')}`,
  EVENT_DELETION_FAILED: ({ name }: NotificationWords) => `Events named ${named(name, '')} could not be deleted`,
  EXECUTIONS_CANCELLED: ({ name, count }: NotificationWords) =>
    `Cancelled ${counted(count, 'execution')} of ${named(name, 'a workflow')}`,
  CANCELLATION_FAILED: ({ name }: NotificationWords) =>
    `Executions of ${named(name, 'a workflow')} could not be cancelled`,
  EXECUTIONS_RETRIED: ({ name, count, failed }: NotificationWords) =>
    `Retried ${counted(count, 'execution')} of ${named(name, 'a workflow')}${butFailed(failed, 'refused')}`,
  RETRY_FAILED: ({ name }: NotificationWords) =>
    `Failed executions of ${named(name, 'a workflow')} could not be retried`,
  CAMPAIGN_SENT: ({ name, count }: NotificationWords) =>
    `Campaign ${named(name, '')} was sent to ${counted(count, 'recipient')}`,
  CAMPAIGN_PAUSED: ({ name, reason }: NotificationWords) =>
    `Campaign ${named(name, '')} was paused${PAUSED_BY[reason] ?? `: ${reason}`}`,
  WORKFLOW_FAILING: ({ name }: NotificationWords) => `Executions of ${named(name, 'a workflow')} are failing`,
  DOMAIN_LOST: ({ name }: NotificationWords) => `${name} is no longer verified. Emails from it are not sent.`,
  REPUTATION_LOW: () => 'Your bounce or complaint rate is high',
  PROJECT_DISABLED: ({ reason }: NotificationWords) => `The project was disabled: ${reason}`,
  USAGE_NEAR_LIMIT: ({ what, count }: NotificationWords) =>
    `80% of this month’s limit of ${count} ${CATEGORIES[what] ?? 'emails'} used`,
  USAGE_AT_LIMIT: ({ what, count }: NotificationWords) =>
    `This month’s limit of ${count} ${CATEGORIES[what] ?? 'emails'} is used up`,
}

/** The notifications of a project. */
export const notifications = {
  list: 'Notifications, newest first',
  empty: 'No notifications yet',
  emptyText: 'Finished imports, sent campaigns and problems with your project appear here for 60 days.',
  unread: 'Unread',
  mail: 'Email me about problems',
  mailHint: 'Failed jobs, failing workflows, lost domains, low reputation and limits of this project.',
  mailUnavailable: 'This installation isn’t set up to send emails to its users. Ask its operator.',
  texts,
  reasons: {
    PROJECT_DISABLED: 'the project is disabled.',
    BILLING_LIMIT: 'the monthly limit is used up.',
    EMAIL_REPUTATION: 'too many emails bounced or were marked as spam.',
    PAYMENT_FAILED: 'a payment failed.',
    MANUAL: 'the operator of this installation disabled it.',
  },
  actions: {
    import: 'View import',
    contacts: 'View contacts',
    emails: 'View emails',
    suppressions: 'View suppressions',
    segment: 'View segment',
    fields: 'View custom fields',
    events: 'View events',
    executions: 'View executions',
    failed: 'View failed executions',
    results: 'View results',
    campaign: 'Review campaign',
    domain: 'Check DNS records',
    security: 'View reputation',
    billing: 'View billing',
  },
}
