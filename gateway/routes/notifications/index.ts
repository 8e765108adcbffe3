import type { AnyEndpoint } from '../../http/endpoint.js'
import { listNotificationsRoute } from './list-notifications.js'
import { readNotificationsRoute } from './read-notifications.js'

export const notificationEndpoints: AnyEndpoint[] = [listNotificationsRoute, readNotificationsRoute]
