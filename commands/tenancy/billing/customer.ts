import { isStanding } from '../../../models/domain/billing.js'
import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../../models/project.js'

/** A project and its payment service. */
export interface Payer {
  project: Pick<ProjectRecord, '_id' | 'billing'>
  provider: BillingProvider
  /** The page of the dashboard to which the browser returns from the service. */
  returnUrl: string
}

/**
 * Starts the checkout of a subscription; returns the URL of its page. Throws CONFLICT for a project that has a
 * subscription, even an unpaid one, which is paid in the portal.
 */
export async function startCheckout({ project, provider, returnUrl }: Payer): Promise<string> {
  if (isStanding(project.billing?.subscription)) throw hasOne()
  const customerId = await ensureCustomer(project, provider)
  // The event of a new subscription may not have arrived yet.
  if (project.billing?.customerId !== undefined && isStanding(await provider.findSubscription(customerId))) {
    throw hasOne()
  }
  return provider.startCheckout({ customerId, projectId: project._id, returnUrl })
}

/**
 * The URL of the page on which a project pays and ends its subscription. Throws CONFLICT for a project that never
 * started a checkout.
 */
export async function openPortal({ project, provider, returnUrl }: Payer): Promise<string> {
  const customerId = project.billing?.customerId
  if (customerId !== undefined) return provider.openPortal({ customerId, returnUrl })
  throw new AppError('CONFLICT', 'The project has no subscription yet', {
    suggestion: 'Start a subscription: POST /users/@me/projects/{id}/checkout',
  })
}

/** The id of a project's customer, which the first call creates. Throws RESOURCE_NOT_FOUND. */
async function ensureCustomer({ _id, billing }: Payer['project'], provider: BillingProvider): Promise<string> {
  if (billing?.customerId !== undefined) return billing.customerId
  const customerId = await provider.createCustomer(_id)
  const none = { _id, 'billing.customerId': { $exists: false } }
  await Project.updateOne(none, { $set: { 'billing.customerId': customerId } }, { timestamps: false })
  // Another request may have been first.
  const stored = await Project.findOne({ _id }, { billing: 1 }).lean()
  if (stored?.billing?.customerId === undefined) throw notFound('project', _id)
  return stored.billing.customerId
}

function hasOne(): AppError {
  return new AppError('CONFLICT', 'The project already has a subscription', {
    suggestion: 'Change or pay for it in the billing portal: POST /users/@me/projects/{id}/billing-portal',
  })
}
