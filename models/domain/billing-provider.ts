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

/** The next invoice of the subscription, as it stands now. */
export interface UpcomingInvoice {
  amountDue: number
  currency: string
  /** The period of the invoice. */
  period: { start: Date; end: Date }
  nextPaymentAt: Date | null
}

/** A signed event. It only hints that something changed for a customer. */
export interface BillingHint {
  eventId: string
  type: string
  /** Null for an event without a customer. */
  customerId: string | null
}

/** The emails of a customer that have not been reported yet. */
export interface ReportedUsage {
  customerId: string
  emails: number
  at: Date
  /** Reports with the same identifier count once. */
  identifier: string
}

/**
 * The service that collects payments. A call throws SERVICE_UNAVAILABLE when the service is away and when it refuses
 * the call; the cause is safe to log.
 */
export interface BillingProvider {
  /** Creates the customer of a project, or finds the customer that an earlier call created. */
  createCustomer(projectId: string): Promise<string>
  /** The address of a page on which the customer takes out a subscription. */
  startCheckout(to: { customerId: string; projectId: string; returnUrl: string }): Promise<string>
  /** The address of a page on which a customer changes means of payment, and ends the subscription. */
  openPortal(to: { customerId: string; returnUrl: string }): Promise<string>
  /** The current subscription; null for a customer without one. */
  findSubscription(customerId: string): Promise<BillingSubscription | null>
  /** Null when no invoice follows. */
  previewInvoice(to: { customerId: string; subscriptionId: string }): Promise<UpcomingInvoice | null>
  /** The newest hundred invoices, the newest first. */
  listInvoices(customerId: string): Promise<BillingInvoice[]>
  /**
   * Ends the subscriptions of a customer, and the pages on which the customer could take out another. Returns the
   * number of subscriptions.
   */
  endSubscriptions(customerId: string): Promise<number>
  /** Whether the provider has a meter for emails. */
  readonly hasMeter: boolean
  /** Reports emails to the meter. */
  reportUsage(usage: ReportedUsage): Promise<void>
  /**
   * Reads an event. Throws BAD_REQUEST for an event that the service did not sign, or signed more than five minutes
   * ago.
   */
  readHint(body: string, signature: string): Promise<BillingHint>
}
