import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** A Stripe event that was applied. `_id` is its id at Stripe. The content of the event is not stored. */
export interface BillingEventRecord {
  _id: string
  projectId: string
  appliedAt: Date
}

// Stripe repeats an event for three days (docs.stripe.com/webhooks#automatic-retries). An operator may send it again
// later.
const KEPT_SECONDS = 30 * 86_400

const billingEventSchema = new Schema<BillingEventRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    appliedAt: { type: Date, required: true },
  },
  { collection: 'billing_events', strict: 'throw', versionKey: false },
)
// DELETE of a project.
billingEventSchema.index({ projectId: 1 })
// MongoDB deletes events after thirty days.
billingEventSchema.index({ appliedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })
leaveUnsharded(billingEventSchema, DIRECTORY)

export const BillingEvent = ownedModel<BillingEventRecord>('BillingEvent', billingEventSchema)
