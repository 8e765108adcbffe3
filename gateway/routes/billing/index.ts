import type { AnyEndpoint } from '../../http/endpoint.js'
import { getBillingConsumptionRoute } from './get-billing-consumption.js'
import { getBillingLimitsRoute } from './get-billing-limits.js'
import { listBillingInvoicesRoute } from './list-billing-invoices.js'
import { openBillingPortalRoute } from './open-billing-portal.js'
import { setBillingLimitsRoute } from './set-billing-limits.js'
import { startCheckoutRoute } from './start-checkout.js'

export const billingEndpoints: AnyEndpoint[] = [
  startCheckoutRoute,
  openBillingPortalRoute,
  getBillingLimitsRoute,
  setBillingLimitsRoute,
  getBillingConsumptionRoute,
  listBillingInvoicesRoute,
]
