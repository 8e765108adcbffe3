import { model, Schema } from 'mongoose'

/** An event of Stripe that was applied. `_id` is its id at Stripe; nothing of its content is kept. */
export interface BillingEventRecord {
  _id: string
  projectId: string
  appliedAt: Date
}

// Stripe repeats an event for three days (docs.stripe.com/webhooks#automatic-retries); an operator may send it again
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

export const BillingEvent = model('BillingEvent', billingEventSchema)
