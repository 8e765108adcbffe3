import { currentSubscription } from '../../../models/domain/billing.js'
import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import { codeOf, createStripeClient, isMissing, type AskStripe, type StripeAccount } from './client.js'
import { endSubscriptions } from './end-subscriptions.js'
import { readInvoice, readSubscription, readUpcoming } from './read-objects.js'
import { readHint } from './read-hint.js'

const MOST = 100

/** Collects payments by Stripe: docs.stripe.com/api. */
export function createStripeBilling(account: StripeAccount): BillingProvider {
  const { load, ask } = createStripeClient(account)
  const isMetered = createPriceReader(ask, account.priceId)
  return {
    async createCustomer(projectId) {
      const params = { metadata: { projectId } }
      // The key makes concurrent calls, and a repeated call whose answer was lost, create one customer.
      const { id } = await ask(({ customers }) => customers.create(params, { idempotencyKey: `customer-${projectId}` }))
      return id
    },

    async startCheckout({ customerId: customer, projectId, returnUrl }) {
      // A metered price has no quantity: docs.stripe.com/api/checkout/sessions/create.
      const item = { price: account.priceId, ...((await isMetered()) ? {} : { quantity: 1 }) }
      const { url } = await ask(({ checkout }) =>
        checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: projectId,
          line_items: [item],
          subscription_data: { metadata: { projectId } },
          success_url: `${returnUrl}?checkout=success`,
          cancel_url: `${returnUrl}?checkout=cancelled`,
        }),
      )
      return url ?? returnUrl
    },

    async openPortal({ customerId: customer, returnUrl }) {
      const params = { customer, return_url: returnUrl }
      return (await ask(({ billingPortal }) => billingPortal.sessions.create(params))).url
    },

    async findSubscription(customer) {
      const found = await ask(({ subscriptions }) =>
        subscriptions.list({ customer, status: 'all', limit: MOST }),
      ).catch(orNone)
      return currentSubscription(found.data.map(readSubscription))
    },

    async previewInvoice({ customerId: customer, subscriptionId: subscription }) {
      try {
        return readUpcoming(await ask(({ invoices }) => invoices.createPreview({ customer, subscription })))
      } catch (error) {
        if (codeOf(error) === 'invoice_upcoming_none' || isMissing(error)) return null
        throw error
      }
    },

    async listInvoices(customer) {
      const found = await ask(({ invoices }) => invoices.list({ customer, limit: MOST })).catch(orNone)
      return found.data.map(readInvoice)
    },

    endSubscriptions: (customer) => endSubscriptions(ask, customer),

    hasMeter: account.meterEventName !== undefined,

    async reportUsage({ customerId, emails, at, identifier }) {
      if (account.meterEventName === undefined) return
      const payload = { stripe_customer_id: customerId, value: String(emails) }
      const timestamp = Math.floor(at.getTime() / 1_000)
      const event = { event_name: account.meterEventName, identifier, timestamp, payload }
      await ask(({ billing }) => billing.meterEvents.create(event))
    },

    readHint: async (body, signature) => readHint(await load(), account.webhookSecret, { body, signature }),
  }
}

function orNone(error: unknown): { data: [] } {
  if (isMissing(error)) return { data: [] }
  throw error
}

/** Whether the price is metered, asked of Stripe once. */
function createPriceReader(ask: AskStripe, priceId: string): () => Promise<boolean> {
  let isMetered: boolean | null = null
  return async () => {
    isMetered ??= (await ask(({ prices }) => prices.retrieve(priceId))).recurring?.usage_type === 'metered'
    return isMetered
  }
}
