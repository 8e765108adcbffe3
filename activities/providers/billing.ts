import type { BillingProvider } from '../../models/domain/billing-provider.js'
import type { Config } from '../../runtime/config.js'
import { createStripeBilling } from './stripe/stripe-billing.js'

/** The service of the settings that collects payments; null where billing is off. */
export function createBilling(config: Config): BillingProvider | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = config
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return null
  const { STRIPE_API_URL: apiUrl, STRIPE_METER_EVENT_NAME: meterEventName } = config
  return createStripeBilling({ secretKey, webhookSecret, priceId, apiUrl, meterEventName })
}
