import { notFound } from '../../../models/domain/errors.js'
import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import type { GatewayServices } from '../../services.js'

/** The service of payments. Throws RESOURCE_NOT_FOUND without one. */
export function requireBilling({ billing }: Pick<GatewayServices, 'billing'>): BillingProvider {
  if (!billing) throw notFound('route', 'billing')
  return billing
}
