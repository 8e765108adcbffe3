import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../../models/domain/notification-kinds.js'
import { DateTime } from './date.js'
import { idOf } from './ids.js'
import { cursorList } from './pagination.js'

const Count = z.int().min(0)

/** A notification as the API shows it. */
export const NotificationResponse = z
  .object({
    id: idOf('notification'),
    kind: z.enum(NOTIFICATION_KINDS).meta({ examples: ['IMPORT_COMPLETED'] }),
    about: z
      .object({
        jobId: idOf('job').optional(),
        campaignId: idOf('campaign').optional(),
        workflowId: idOf('workflow').optional(),
        segmentId: idOf('segment').optional(),
        domainId: idOf('domain').optional(),
        name: z.string().optional().meta({ description: 'The name that the record had then.' }),
        count: Count.optional().meta({
          description: 'Rows, contacts, recipients, events or executions, or the limit that is near.',
        }),
        created: Count.optional().meta({ description: 'Rows of new contacts or suppressions, of an import.' }),
        updated: Count.optional().meta({ description: 'Rows of existing contacts or suppressions, of an import.' }),
        failed: Count.optional(),
        what: z.string().optional().meta({
          description: 'What was exported, imported or changed, or the category of the limit.',
        }),
        reason: z
          .string()
          .optional()
          .meta({
            description:
              'Why a campaign was paused, or the project disabled. `MEMBER` or `API_KEY` when a campaign was not paused ' +
              'by Posthorn.',
          }),
      })
      .meta({
        title: 'NotificationSubject',
        description: 'The kind decides which fields are present.',
        examples: [
          { jobId: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1f', what: 'contacts', created: 1200, updated: 40, failed: 3 },
        ],
      }),
    createdAt: DateTime,
  })
  .meta({ id: 'Notification' })

/** A page of notifications, and what the user has not read. */
export const NotificationList = cursorList(NotificationResponse)
  .extend({
    unread: Count.max(100).meta({
      description: 'Unread notifications of the signed-in user; 100 means 100 or more. For a secret key 0.',
      examples: [2],
    }),
    readAt: DateTime.nullable().meta({ description: 'Notifications up to this time are read. For a secret key null.' }),
  })
  .meta({ id: 'NotificationList' })

/** Up to when notifications are read. */
export const NotificationsRead = z
  .object({
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({
        description: 'The `createdAt` of the newest notification that the user has seen; now if omitted.',
        examples: ['2026-03-02T09:30:00.000Z'],
      }),
  })
  .meta({ id: 'NotificationsRead' })

/** How the user is notified. */
export const NotificationSettings = z
  .object({
    email: z.boolean().meta({ description: 'Whether failures and problems are also emailed.' }),
    emailAvailable: z.boolean().meta({
      description: 'Whether this installation can send emails to its users (`PLATFORM_FROM`).',
    }),
  })
  .meta({ id: 'NotificationSettings', examples: [{ email: true, emailAvailable: true }] })

/** A change of how the user is notified. */
export const NotificationSettingsPatch = z.object({ email: z.boolean() }).meta({ id: 'NotificationSettingsPatch' })
