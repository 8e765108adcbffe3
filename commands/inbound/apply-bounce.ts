import type { MailReport } from '../../mail/inbound/inbound-message.js'
import { classifyBounce } from '../../models/domain/bounce-class.js'
import { isComplaint } from '../../models/domain/complaint-type.js'
import type { NotificationFact } from '../../models/domain/ses-event.js'
import { AppError } from '../../models/domain/errors.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { applyReports } from '../emails/apply-notifications.js'

/**
 * Applies the report on an email that came to its bounce address; `key` identifies the report, so that it counts once.
 * Returns whether it was a report on an email that is known. Null
 * is what came and is no report, such as an answer of a machine: it changes nothing. Throws SERVICE_UNAVAILABLE while
 * the email cannot be written, so that the report comes again.
 */
export async function applyBounce(emailId: string, report: MailReport | null, key: string): Promise<boolean> {
  const fact = report && factOf(report, key)
  if (!fact) return false
  const about = { tags: null, sesMessageId: null, emailId }
  // The report is of a message that left some time ago.
  const item = { id: key, report: { about, sentAt: new Date(0), fact, isExpected: false } }
  const { early, unmatched, failures } = await applyReports([item])
  const [failure] = failures.values()
  if (failure !== undefined || early.size > 0) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The email of the report is being written', { cause: failure })
  }
  return unmatched.size === 0
}

// An envelope has one recipient, so that one that failed decides; a report of several is about a list behind it.
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

// The clock of another server decides no order.
function timeOf({ at }: MailReport): Date {
  const now = databaseNow()
  return at && at < now ? at : now
}
