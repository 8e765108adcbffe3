import {
  applyNotifications,
  type NotificationOutcomes,
} from '../../../../commands/sending/emails/apply-notifications.js'
import { readNotification } from '../../../../commands/sending/emails/read-notification.js'
import type { EmailRecord } from '../../../../models/email.js'

/** What identifies an email to the provider. */
type Named = Pick<EmailRecord, '_id' | 'projectId'>

/** An event of SES about an email as it arrives; `event` lacks the part that identifies the email. */
export function notificationOf(
  { _id, projectId }: Named,
  event: object,
  { messageId = `ses-${_id}`, at = new Date(), tags = {} }: { messageId?: string; at?: Date; tags?: object } = {},
): string {
  const own = { 'posthorn-email': [_id], 'posthorn-project': [projectId] }
  return JSON.stringify({ ...event, mail: { messageId, timestamp: at.toISOString(), tags: { ...own, ...tags } } })
}

/** The event of SES that an email was delivered just now. */
export function deliveredNotification(email: Named): string {
  const delivery = { timestamp: new Date().toISOString() }
  return notificationOf(email, { eventType: 'Delivery', delivery })
}

/** Applies events of SES as they arrive, by ids under which their outcomes are returned. */
export async function applyMessages(
  messages: readonly { id: string; message: string }[],
): Promise<NotificationOutcomes> {
  const read = messages.map(({ id, message }) => ({ id, notification: readNotification(message) }))
  const outcomes = await applyNotifications(
    read.flatMap(({ id, notification }) => (notification ? [{ id, notification }] : [])),
  )
  for (const { id, notification } of read) if (!notification) outcomes.unmatched.add(id)
  return outcomes
}
