import { readNotifications } from '../../../commands/base/notifications/list-notifications.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { NotificationsRead } from '../../schemas/notification.js'

export const readNotificationsRoute = defineEndpoint({
  operationId: 'readNotifications',
  method: 'post',
  path: '/notifications/read',
  access: 'project',
  effect: 'keeps',
  summary: 'Mark notifications as read',
  description: 'For the signed-in user. A secret key reads for no user: its request changes nothing.',
  example: { body: { until: '2026-03-02T09:30:00.000Z' } },
  request: { body: NotificationsRead },
  response: null,
  errors: [],
  async handle({ body: { until } }, { projectId, caller }) {
    const userId = userIdOf(caller)
    if (userId !== null) await readNotifications({ projectId, userId }, until === undefined ? null : new Date(until))
  },
})
