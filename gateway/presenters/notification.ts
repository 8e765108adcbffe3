import type { z } from 'zod'
import type { NotificationRecord } from '../../models/notification.js'
import type { NotificationResponse } from '../schemas/notification.js'

/** A notification as the API shows it. */
export function presentNotification(notification: NotificationRecord): z.input<typeof NotificationResponse> {
  const { _id: id, kind, about, createdAt } = notification
  return { id, kind, about, createdAt: createdAt.toISOString() }
}
