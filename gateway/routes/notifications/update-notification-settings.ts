import { setNotificationMail } from '../../../commands/base/notifications/notification-settings.js'
import { userIdOf } from '../../http/access.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { NotificationSettings, NotificationSettingsPatch } from '../../schemas/notification.js'

export const updateNotificationSettingsRoute = defineEndpoint({
  operationId: 'updateNotificationSettings',
  method: 'patch',
  path: '/notifications/settings',
  access: 'project',
  effect: 'keeps',
  summary: 'Change how you are notified',
  description:
    'For the signed-in user in this project. With `email`, failures and problems are also emailed: a failed import, ' +
    'export or other job, a failing workflow, a lost domain, low reputation and limits. Off by default. A secret key ' +
    'is no user: its request changes nothing.',
  example: { body: { email: true } },
  request: { body: NotificationSettingsPatch },
  response: NotificationSettings,
  errors: [],
  async handle({ body: { email } }, { projectId, caller, services }) {
    const userId = userIdOf(caller)
    if (userId !== null) await setNotificationMail({ projectId, userId }, email)
    return { email: userId !== null && email, emailAvailable: services.config.PLATFORM_FROM !== undefined }
  },
})
