import type { z } from 'zod'
import { isUnpaidInvoice, type Consumption } from '../../commands/tenancy/billing/consumption.js'
import type { BillingInvoice } from '../../models/domain/billing-provider.js'
import type { ConsumptionResponse, InvoicesResponse } from '../schemas/billing.js'

/** What a project has used this month, as the API shows it. */
export function presentConsumption({
  period,
  usage,
  upcomingInvoice: upcoming,
}: Consumption): z.input<typeof ConsumptionResponse> {
  return {
    period: presentPeriod(period),
    usage,
    upcomingInvoice: upcoming && {
      amountDue: upcoming.amountDue,
      currency: upcoming.currency,
      period: presentPeriod(upcoming.period),
      nextPaymentAt: upcoming.nextPaymentAt?.toISOString() ?? null,
    },
  }
}

/** Invoices as the API shows them. */
export function presentInvoices(found: readonly BillingInvoice[]): z.input<typeof InvoicesResponse> {
  const invoices = found.map((invoice) => ({
    ...invoice,
    createdAt: invoice.createdAt.toISOString(),
    dueAt: invoice.dueAt?.toISOString() ?? null,
  }))
  const unpaidInvoices = invoices.filter(isUnpaidInvoice)
  return { invoices, hasUnpaidInvoices: unpaidInvoices.length > 0, unpaidInvoices }
}

function presentPeriod({ start, end }: { start: Date; end: Date }): { start: string; end: string } {
  return { start: start.toISOString(), end: end.toISOString() }
}
