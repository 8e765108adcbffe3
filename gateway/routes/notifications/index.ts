import type { AnyEndpoint } from '../../http/endpoint.js'
import { getNotificationSettingsRoute } from './get-notification-settings.js'
import { listNotificationsRoute } from './list-notifications.js'
import { readNotificationsRoute } from './read-notifications.js'
import { updateNotificationSettingsRoute } from './update-notification-settings.js'

export const notificationEndpoints: AnyEndpoint[] = [
  listNotificationsRoute,
  readNotificationsRoute,
  getNotificationSettingsRoute,
  updateNotificationSettingsRoute,
]
