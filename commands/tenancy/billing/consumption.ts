import { BILLING_CATEGORIES, monthOf, type BillingUsage } from '../../../models/domain/billing.js'
import type { BillingInvoice, BillingProvider, UpcomingInvoice } from '../../../models/domain/billing-provider.js'
import type { ProjectRecord } from '../../../models/project.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { readUsage } from './read-usage.js'

type Payer = Pick<ProjectRecord, '_id' | 'billing'>

/** The emails of a project this month, and the invoice for them. */
export interface Consumption {
  period: { start: Date; end: Date }
  usage: { total: number; byCategory: BillingUsage }
  upcomingInvoice: UpcomingInvoice | null
}

/** The consumption of a project this month. Throws SERVICE_UNAVAILABLE. */
export async function findConsumption({ _id, billing }: Payer, provider: BillingProvider): Promise<Consumption> {
  const now = databaseNow()
  const { customerId, subscription } = billing ?? {}
  const [byCategory, upcomingInvoice] = await Promise.all([
    readUsage(_id, now),
    customerId !== undefined && subscription && subscription.status !== 'canceled'
      ? provider.previewInvoice({ customerId, subscriptionId: subscription.id })
      : null,
  ])
  const total = BILLING_CATEGORIES.reduce((sum, category) => sum + byCategory[category], 0)
  return { period: monthOf(now), usage: { total, byCategory }, upcomingInvoice }
}

/** The invoices of a project, the newest first; none without a customer. Throws SERVICE_UNAVAILABLE. */
export async function listInvoices({ billing }: Payer, provider: BillingProvider): Promise<BillingInvoice[]> {
  return billing?.customerId === undefined ? [] : provider.listInvoices(billing.customerId)
}

/** Whether an invoice is unpaid. An `uncollectible` one is, too: the service has only given up collecting it. */
export function isUnpaidInvoice({ status }: Pick<BillingInvoice, 'status'>): boolean {
  return status === 'open' || status === 'uncollectible'
}
