import { readReport } from '../../../../mail/inbound/read-report.js'
import { classifyBounce } from '../../../../models/domain/bounce-class.js'

/** The class of a message as the labels name it; `none` for what is no report. */
export async function judge(raw: Buffer): Promise<string> {
  const report = await readReport(raw)
  if (report?.kind !== 'delivery') return report ? 'complaint' : 'none'
  const failed = report.recipients.find(({ action }) => action === 'failed')
  const bounce = failed && classifyBounce(failed)
  if (!bounce) return report.recipients.some(({ action }) => action === 'delayed') ? 'D' : 'delivered'
  if (bounce.bounceSubType === 'MailboxFull') return 'F'
  return bounce.bounceType.charAt(0)
}
