import type { BillingHint } from '../../../models/domain/billing-provider.js'
import { AppError } from '../../../models/domain/errors.js'
import { BillingEvent } from '../../../models/billing-event.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { applySubscription, type ApplyDeps } from './apply-subscription.js'

// Events that may mean a changed subscription: docs.stripe.com/billing/subscriptions/webhooks.
const RELEVANT_TYPES = /^(checkout\.session\.|customer\.subscription\.|invoice\.)/

/** The outcome of an event of the payment service. */
export type HintOutcome = 'applied' | 'repeated' | 'ignored'

/**
 * Applies an event once: stores the subscription that the customer has now, and then the id of the event. An event
 * whose application failed has no stored id, so that its repetition applies it. Throws SERVICE_UNAVAILABLE, so that the
 * service repeats the event.
 */
export async function receiveHint({ eventId, type, customerId }: BillingHint, deps: ApplyDeps): Promise<HintOutcome> {
  if (customerId === null || !RELEVANT_TYPES.test(type)) return 'ignored'
  if (await isApplied(eventId)) return 'repeated'
  const projectId = await applySubscription(customerId, deps).catch(repeatAfterReset)
  if (projectId === null) return 'ignored'
  try {
    await BillingEvent.create({ _id: eventId, projectId, appliedAt: databaseNow() })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  return 'applied'
}

async function isApplied(eventId: string): Promise<boolean> {
  return (await BillingEvent.exists(acrossProjects({ _id: eventId }, 'an event names only its customer'))) !== null
}

function repeatAfterReset(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  throw new AppError('SERVICE_UNAVAILABLE', 'The project is being reset. Send the event again', { cause: error })
}
