import { isSubscribed } from '../../../models/domain/billing.js'
import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import { ALL_DAYS, DailyCount, dailyCountId } from '../../../models/daily-count.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { sentOf } from '../../base/counters/read-days.js'

const LISTED = 50

type Payer = Pick<ProjectRecord, '_id' | 'billing'>

/** The next projects that have a customer of the payment service, in the order of the customers' ids. */
export async function payersAfter(customerId: string | null): Promise<Payer[]> {
  return Project.find({ 'billing.customerId': { $gt: customerId ?? '' } }, { billing: 1 })
    .sort({ 'billing.customerId': 1 })
    .limit(LISTED)
    .lean<Payer[]>()
}

/**
 * Reports the emails of a paying project since the last report to the service's meter: those sent or received, of all
 * categories. Emails from before a subscription are not reported. Returns false when there is nothing to report. The
 * report is stored before it is sent: one whose reply was lost is repeated unchanged, and the service counts its
 * identifier once.
 */
export async function reportUsageOf({ _id, billing = {} }: Payer, provider: BillingProvider): Promise<boolean> {
  const { meter, customerId, subscription } = billing
  if (meter?.next) return sendReport(_id, customerId ?? '', meter.next, provider)
  const total = await emailsEver(_id)
  const unchanged = { _id, 'billing.meter': meter ?? { $exists: false } }
  if (!meter || !isSubscribed(subscription)) {
    await Project.updateOne(unchanged, { $set: { 'billing.meter': { reported: total } } }, { timestamps: false })
    return false
  }
  if (total <= meter.reported) return false
  const next = { identifier: `${_id}-${meter.reported}`, emails: total - meter.reported, at: databaseNow() }
  const stored = await Project.updateOne(unchanged, { $set: { 'billing.meter.next': next } }, { timestamps: false })
  // Otherwise another worker reports it.
  return stored.modifiedCount > 0 && sendReport(_id, customerId ?? '', next, provider)
}

async function sendReport(
  _id: string,
  customerId: string,
  next: { identifier: string; emails: number; at: Date },
  provider: BillingProvider,
): Promise<boolean> {
  await provider.reportUsage({ customerId, ...next })
  await Project.updateOne(
    { _id, 'billing.meter.next.identifier': next.identifier },
    { $inc: { 'billing.meter.reported': next.emails }, $unset: { 'billing.meter.next': 1 } },
    { timestamps: false },
  )
  return true
}

/** The emails that a project has ever sent and received, by counters that only grow. */
async function emailsEver(projectId: string): Promise<number> {
  const _id = dailyCountId(projectId, ALL_DAYS)
  const { emails = {} } = (await DailyCount.findOne({ _id, projectId }, { emails: 1 }).lean()) ?? {}
  return sentOf(emails) + (emails.tests ?? 0) + (emails.received ?? 0)
}
