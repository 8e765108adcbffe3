import { isSubscribed, isUnpaid } from '../../models/domain/billing.js'
import type { BillingProvider } from '../../models/domain/billing-provider.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { enableAfterPayment, disableUnpaid } from '../projects/switch-project.js'

/** What taking over the state of a customer needs. */
export interface ApplyDeps {
  provider: Pick<BillingProvider, 'findSubscription'>
  /** Whether the members of a project that is disabled are told by mail. */
  tells: boolean
}

type Applied = Pick<ProjectRecord, '_id' | 'billing'>

/**
 * Takes over the subscription that a customer has now, and disables or enables the project by it; returns the project,
 * or null for a customer of none. The state is asked of the service and not taken from an event, after the revision was
 * read under which it is stored: of several calls at the same moment, the one that asked last is the one that stores
 * last. Throws SERVICE_UNAVAILABLE, and CONFLICT while the project is being reset.
 */
export async function applySubscription(customerId: string, { provider, tells }: ApplyDeps): Promise<string | null> {
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
    await switchBy(stored, revision + 1, tells)
    return _id
  }
}

/** Disables or enables a project by the state that was stored with `revision`; no older state switches it any more. */
async function switchBy(
  { _id: projectId, disabled, disabledReason, erasure, billing }: ProjectRecord,
  revision: number,
  tells: boolean,
): Promise<void> {
  // A reset returns the project to the state before it.
  const was = erasure?.before ?? { disabled, disabledReason }
  const isPaid = isSubscribed(billing?.subscription)
  if (isUnpaid(billing?.subscription) && !was.disabled) await disableUnpaid({ projectId, revision }, { tells })
  if (isPaid && was.disabledReason === 'PAYMENT_FAILED') await enableAfterPayment({ projectId, revision })
}

/**
 * The project of a customer, unless it is being deleted. A customer says nothing of a project, so that this crosses
 * all.
 */
async function findPayer(customerId: string): Promise<Applied | null> {
  const owner = { 'billing.customerId': customerId, 'erasure.kind': { $ne: 'DELETE' as const } }
  return Project.findOne(owner, { billing: 1 }).lean<Applied>()
}
