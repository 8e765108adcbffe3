import { z } from 'zod'
import { positive, whole } from './values.js'

/**
 * The highest values of these settings. A contact holds a summary of each event name; with every limit at its maximum
 * its document stays below the 16 MiB that MongoDB stores.
 */
export const MOST_EVENT_NAMES = 10_000
export const MOST_FIELDS = 10_000

export const limits = z.object({
  MAX_EVENT_NAMES: whole(1, MOST_EVENT_NAMES)
    .default(2_000)
    .describe(
      'event names per project, at most 10,000, half of them through the public key; further ones are rejected',
    ),
  MAX_FIELDS: whole(1, MOST_FIELDS)
    .default(1_000)
    .describe(
      'custom fields per project, at most 10,000, half of them through the public key; further ones are rejected',
    ),
  MAX_IMPORT_SIZE_MB: positive().default(200).describe('the maximum size of an import file'),
  TEST_STRANGERS_PER_DAY: whole()
    .default(20)
    .describe('addresses of non-members to which a project can send test emails per day; 0 for none'),
  MAX_ATTACHMENTS_COUNT: whole().default(10).describe('attachments of one email'),
  MAX_ATTACHMENT_SIZE_MB: positive().default(10).describe('their total size'),
})

export const retention = z.object({
  EMAIL_BODY_RETENTION_DAYS: positive().default(90).describe('the number of days content is kept after its last use'),
  RETENTION_DAYS_EVENTS: whole().default(0).describe('the number of days events are kept; 0 for forever'),
  RETENTION_DAYS_EMAILS: whole().default(0).describe('the number of days emails are kept; 0 for forever'),
  RETENTION_DAYS_EXECUTIONS: whole().default(0).describe('the number of days ended executions are kept; 0 for forever'),
  RETENTION_DAYS_WAITS: whole()
    .default(7)
    .describe('the number of days ended waits for events are kept; 0 for forever'),
})
