import { wantsNotificationMail } from '../../../commands/base/notifications/notification-settings.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { NotificationSettings } from '../../schemas/notification.js'

export const getNotificationSettingsRoute = defineEndpoint({
  operationId: 'getNotificationSettings',
  method: 'get',
  path: '/notifications/settings',
  access: 'project',
  summary: 'Get how you are notified',
  description: 'Of the signed-in user in this project. A secret key is notified by no email.',
  response: NotificationSettings,
  errors: [],
  async handle(_input, { projectId, caller, services }) {
    const userId = userIdOf(caller)
    return {
      email: userId !== null && (await wantsNotificationMail({ projectId, userId })),
      emailAvailable: services.config.PLATFORM_FROM !== undefined,
    }
  },
})
