import { isSubscribed, isUnpaid } from '../../../models/domain/billing.js'
import type { BillingProvider } from '../../../models/domain/billing-provider.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { enableAfterPayment, disableUnpaid } from '../projects/switch-project.js'

/** The dependencies of `applySubscription`. */
export interface ApplyDeps {
  provider: Pick<BillingProvider, 'findSubscription'>
  /** Whether the members of a project get a mail when it is disabled. */
  mailsMembers: boolean
}

type Applied = Pick<ProjectRecord, '_id' | 'billing'>

/**
 * Stores the subscription that a customer has now, and disables or enables the project by it. Returns the id of the
 * project, or null for a customer without a project. The state comes from the payment service and not from an event.
 * The function reads the project's revision before it asks the service, and stores only under that revision: of several
 * concurrent calls, an older answer never replaces a newer one. Throws SERVICE_UNAVAILABLE, and CONFLICT while the
 * project is being reset.
 */
export async function applySubscription(
  customerId: string,
  { provider, mailsMembers }: ApplyDeps,
): Promise<string | null> {
  for (;;) {
    const project = await findPayer(customerId)
    if (!project) return null
    const subscription = await provider.findSubscription(customerId)
    const { _id, billing: { revision = 0 } = {} } = project
    const stored = await Project.findOneAndUpdate(
      { _id, 'billing.customerId': customerId, 'billing.revision': revision === 0 ? { $exists: false } : revision },
      { $set: { 'billing.subscription': subscription, 'billing.revision': revision + 1 } },
      { timestamps: false, returnDocument: 'after' },
    ).lean()
    if (!stored) continue
    await switchBy(stored, revision + 1, mailsMembers)
    return _id
  }
}

/** Disables or enables a project by the state stored with `revision`, unless a newer state is stored. */
async function switchBy(
  { _id: projectId, disabled, disabledReason, erasure, billing }: ProjectRecord,
  revision: number,
  mailsMembers: boolean,
): Promise<void> {
  // A reset returns the project to the state before it.
  const was = erasure?.before ?? { disabled, disabledReason }
  const isPaid = isSubscribed(billing?.subscription)
  if (isUnpaid(billing?.subscription) && !was.disabled) await disableUnpaid({ projectId, revision }, { mailsMembers })
  if (isPaid && was.disabledReason === 'PAYMENT_FAILED') await enableAfterPayment({ projectId, revision })
}

/**
 * The project of a customer, unless it is being deleted. The query has no `projectId`, because an event of the service
 * names only its customer.
 */
async function findPayer(customerId: string): Promise<Applied | null> {
  const owner = { 'billing.customerId': customerId, 'erasure.kind': { $ne: 'DELETE' as const } }
  return Project.findOne(owner, { billing: 1 }).lean<Applied>()
}
