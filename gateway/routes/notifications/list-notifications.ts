import { listNotifications } from '../../../commands/base/notifications/list-notifications.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { decodeCursor, nextCursor } from '../../http/request/cursor.js'
import { presentNotification } from '../../presenters/notification.js'
import { NotificationList } from '../../schemas/notification.js'
import { CursorQuery } from '../../schemas/pagination.js'

export const listNotificationsRoute = defineEndpoint({
  operationId: 'listNotifications',
  method: 'get',
  path: '/notifications',
  access: 'project',
  summary: 'List notifications, newest first',
  description:
    'What the members of the project should know: jobs that finished or failed, campaigns that were sent or paused, ' +
    'workflows whose executions fail, lost domains, low reputation and limits. A member is not told that they paused ' +
    'a campaign themselves. Kept for 60 days.',
  example: { query: { limit: 20 } },
  request: { query: CursorQuery },
  response: NotificationList,
  errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
  async handle({ query: { cursor, limit } }, { projectId, caller }) {
    const listing = { projectId, userId: userIdOf(caller), limit, after: decodeCursor(cursor, 'date') }
    const { notifications, hasMore, total, unread, readAt } = await listNotifications(listing)
    return {
      data: notifications.map(presentNotification),
      cursor: nextCursor(notifications, hasMore, 'createdAt'),
      hasMore,
      total,
      unread,
      readAt: readAt?.toISOString() ?? null,
    }
  },
})
