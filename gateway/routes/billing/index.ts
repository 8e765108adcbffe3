import type { AnyEndpoint } from '../../http/endpoint.js'
import { getBillingConsumption } from './get-billing-consumption.js'
import { getBillingLimits } from './get-billing-limits.js'
import { listBillingInvoices } from './list-billing-invoices.js'
import { openBillingPortal } from './open-billing-portal.js'
import { setBillingLimits } from './set-billing-limits.js'
import { startCheckout } from './start-checkout.js'

export const billingEndpoints: AnyEndpoint[] = [
  startCheckout,
  openBillingPortal,
  getBillingLimits,
  setBillingLimits,
  getBillingConsumption,
  listBillingInvoices,
]
