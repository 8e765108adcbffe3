import type { Stripe } from 'stripe'
import { SUBSCRIPTION_STATUSES, type BillingSubscription } from '../../../models/domain/billing.js'
import type { BillingInvoice, UpcomingInvoice } from '../../../models/domain/billing-provider.js'

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** The part of a subscription that billing needs. A status that this version does not know is read as `incomplete`. */
export function readSubscription({ id, status, cancellation_details }: Stripe.Subscription): BillingSubscription {
  return {
    id,
    status: SUBSCRIPTION_STATUSES.find((one) => one === status) ?? 'incomplete',
    endedUnpaid: status === 'canceled' && cancellation_details?.reason === 'payment_failed',
  }
}

/** An invoice as we show it. */
export function readInvoice(invoice: Stripe.Invoice): BillingInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: INVOICE_STATUSES.find((one) => one === invoice.status) ?? null,
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    createdAt: dateOf(invoice.created),
    dueAt: invoice.due_date === null ? null : dateOf(invoice.due_date),
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }
}

/** The invoice to come as we show it. */
export function readUpcoming(invoice: Stripe.Invoice): UpcomingInvoice {
  return {
    amountDue: invoice.amount_due,
    currency: invoice.currency,
    period: { start: dateOf(invoice.period_start), end: dateOf(invoice.period_end) },
    nextPaymentAt: invoice.next_payment_attempt === null ? null : dateOf(invoice.next_payment_attempt),
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}
