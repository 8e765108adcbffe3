import type { BillingSubscription } from './billing.js'

/** An invoice; amounts are in the smallest unit of the currency, such as cents. */
export interface BillingInvoice {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | null
  amountDue: number
  amountPaid: number
  currency: string
  createdAt: Date
  dueAt: Date | null
  hostedInvoiceUrl: string | null
  pdfUrl: string | null
}

/** The invoice that the subscription comes to next, as it stands now. */
export interface UpcomingInvoice {
  amountDue: number
  currency: string
  /** The time that it is for. */
  period: { start: Date; end: Date }
  nextPaymentAt: Date | null
}

/** A signed event, which only hints that something has changed for a customer. */
export interface BillingHint {
  eventId: string
  type: string
  /** Null for an event that is about no customer. */
  customerId: string | null
}

/** The emails of a customer that have not been reported yet. */
export interface ReportedUsage {
  customerId: string
  emails: number
  at: Date
  /** Reports with the same one count once. */
  identifier: string
}

/**
 * The service that collects payments. Its calls throw SERVICE_UNAVAILABLE when it is away, and when it refuses them;
 * the cause is safe to be logged.
 */
export interface BillingProvider {
  /** Makes the customer of a project, or finds the one that an earlier call made. */
  createCustomer(projectId: string): Promise<string>
  /** The address of a page on which a subscription is taken out. */
  startCheckout(to: { customerId: string; projectId: string; returnUrl: string }): Promise<string>
  /** The address of a page on which a customer changes means of payment, and ends the subscription. */
  openPortal(to: { customerId: string; returnUrl: string }): Promise<string>
  /** The subscription that counts; null for a customer without any. */
  findSubscription(customerId: string): Promise<BillingSubscription | null>
  /** Null when no invoice is to come. */
  previewInvoice(to: { customerId: string; subscriptionId: string }): Promise<UpcomingInvoice | null>
  /** The newest hundred invoices, the newest first. */
  listInvoices(customerId: string): Promise<BillingInvoice[]>
  /** Ends what a customer pays for, and the pages on which more could be taken out; returns how many there were. */
  endSubscriptions(customerId: string): Promise<number>
  /** Whether there is a meter that emails are reported to. */
  readonly hasMeter: boolean
  /** Tells the meter of emails. */
  reportUsage(usage: ReportedUsage): Promise<void>
  /** Reads an event. Throws BAD_REQUEST for one that the service did not sign, or signed more than five minutes ago. */
  readHint(body: string, signature: string): Promise<BillingHint>
}
