import type { MailReport } from '../../../mail/inbound/inbound-message.js'
import { classifyBounce } from '../../../models/domain/bounce-class.js'
import { isComplaint } from '../../../models/domain/complaint-type.js'
import type { NotificationFact } from '../../../models/domain/ses-event.js'
import { AppError } from '../../../models/domain/errors.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { applyNotifications } from '../emails/apply-notifications.js'

/**
 * Applies the report that came to the bounce address of an email. `key` identifies the report, so that it counts once.
 * `report` is null when the message was no report, such as an automatic reply: then nothing changes. Returns whether
 * the message was a report on a known email. Throws SERVICE_UNAVAILABLE while the email cannot be written, so that the
 * other server sends the report again.
 */
export async function applyBounce(emailId: string, report: MailReport | null, key: string): Promise<boolean> {
  const fact = report && factOf(report, key)
  if (!fact) return false
  const about = { tags: null, sesMessageId: null, recipients: [], emailId }
  // The report does not tell when its email was sent: 0 means long ago.
  const item = { id: key, notification: { about, sentAt: new Date(0), fact, isExpected: false } }
  const { early, unmatched, failures } = await applyNotifications([item])
  const [failure] = failures.values()
  if (failure !== undefined || early.size > 0) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The email of the report is being written', { cause: failure })
  }
  return unmatched.size === 0
}

// An envelope has one recipient. A report on several recipients is about a mailing list behind that address. A failed
// recipient decides before a delayed one, and a delayed one before a delivered one.
function factOf(report: MailReport, key: string): NotificationFact | null {
  const base = { key, at: timeOf(report), messageId: null }
  if (report.kind === 'feedback') {
    return isComplaint(report.feedbackType) ? { ...base, kind: 'complained', feedbackType: report.feedbackType } : null
  }
  const failed = report.recipients.find(({ action }) => action === 'failed')
  const bounce = failed && classifyBounce(failed)
  if (bounce) return { ...base, kind: 'bounced', ...bounce }
  if (report.recipients.some(({ action }) => action === 'delayed')) {
    return { ...base, kind: 'delayed', delayType: 'Undetermined' }
  }
  return report.recipients.some(({ action }) => action === 'delivered') ? { ...base, kind: 'delivered' } : null
}

// The clock of another server may be wrong, so a report is never dated in the future.
function timeOf({ at }: MailReport): Date {
  const now = databaseNow()
  return at && at < now ? at : now
}
