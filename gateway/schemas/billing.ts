import { z } from 'zod'
import { BILLING_CATEGORIES, type BillingCategory } from '../../models/domain/billing.js'
import { DateTime } from './date.js'

const MAX_LIMIT = 1_000_000_000_000

const Count = z.int().min(0)
const Currency = z.string().meta({ examples: ['eur'], description: 'ISO 4217 currency code in lower case.' })
const Amount = (example: number) =>
  z.int().meta({ examples: [example], description: 'Amount in the smallest currency unit, such as cents.' })

function ofEach<S extends z.ZodType>(schema: S): z.ZodObject<Record<BillingCategory, S>> {
  return z.object(
    Object.fromEntries(BILLING_CATEGORIES.map((category) => [category, schema])) as Record<BillingCategory, S>,
  )
}

const LimitState = z
  .object({
    limit: Count.nullable().meta({ examples: [10_000], description: 'Null if unlimited.' }),
    usage: Count.meta({ examples: [8_200] }),
    percentage: Count.nullable().meta({ examples: [82], description: 'Rounded down; null without a limit.' }),
    isWarning: z.boolean().meta({ examples: [true], description: 'Whether at least 80% of the limit is used.' }),
    isBlocked: z.boolean().meta({ examples: [false], description: 'Whether the limit has been reached.' }),
  })
  .meta({ id: 'BillingLimitState' })

/** The limits on the emails of a month, and how much of them is used up. */
export const LimitsResponse = ofEach(LimitState).meta({ id: 'BillingLimits' })

/** New limits; an omitted one stays as it is. */
export const LimitsBody = ofEach(
  z.int().min(0).max(MAX_LIMIT).nullable().meta({ description: 'Emails per calendar month (UTC). Null if unlimited.' }),
)
  .partial()
  .meta({ id: 'BillingLimitsPatch' })

/** A page of the service of payments. */
export const PageResponse = z
  .object({ url: z.url().meta({ examples: ['https://checkout.stripe.com/c/pay/cs_test_a1b2c3'] }) })
  .meta({ id: 'BillingPage' })

const Period = z.object({ start: DateTime, end: DateTime })

/** The consumption of a project in this month, and its price. */
export const ConsumptionResponse = z
  .object({
    period: Period.meta({ description: 'The calendar month in UTC. It ends when the next month starts.' }),
    usage: z.object({
      total: Count.meta({ examples: [8_200] }),
      byCategory: ofEach(Count.meta({ examples: [2_050] })),
    }),
    upcomingInvoice: z
      .object({ amountDue: Amount(2_900), currency: Currency, period: Period, nextPaymentAt: DateTime.nullable() })
      .nullable()
      .meta({ description: 'The amount so far. Null without a subscription that renews.' }),
  })
  .meta({ id: 'BillingConsumption' })

const Invoice = z
  .object({
    id: z.string().meta({ examples: ['in_1MtHbELkdIwHu7ixl4OzzPMv'] }),
    number: z
      .string()
      .nullable()
      .meta({ examples: ['A1B2C3D4-0001'] }),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullable(),
    amountDue: Amount(2_900),
    amountPaid: Amount(0),
    currency: Currency,
    createdAt: DateTime,
    dueAt: DateTime.nullable(),
    hostedInvoiceUrl: z
      .url()
      .nullable()
      .meta({ examples: ['https://invoice.stripe.com/i/acct_1/test_1'] }),
    pdfUrl: z
      .url()
      .nullable()
      .meta({ examples: ['https://pay.stripe.com/invoice/acct_1/test_1/pdf'] }),
  })
  .meta({ id: 'BillingInvoice' })

/** The invoices of a project. */
export const InvoicesResponse = z
  .object({
    invoices: z.array(Invoice),
    hasUnpaidInvoices: z.boolean(),
    unpaidInvoices: z
      .array(Invoice)
      .meta({ description: 'The invoices of the list that are `open` or `uncollectible`.' }),
  })
  .meta({ id: 'BillingInvoices' })
