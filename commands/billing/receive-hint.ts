import type { BillingHint } from '../../models/domain/billing-provider.js'
import { AppError } from '../../models/domain/errors.js'
import { BillingEvent } from '../../models/billing-event.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { applySubscription, type ApplyDeps } from './apply-subscription.js'

// Of these a subscription may have changed: docs.stripe.com/billing/subscriptions/webhooks.
const TELLING = /^(checkout\.session\.|customer\.subscription\.|invoice\.)/

/** What came of an event. */
export type HintOutcome = 'applied' | 'repeated' | 'ignored'

/**
 * Applies an event once: takes over what the service says of the customer now, and then notes the id of the event, so
 * that an event whose application failed is applied when it is repeated. Throws SERVICE_UNAVAILABLE, so that it is.
 */
export async function receiveHint({ eventId, type, customerId }: BillingHint, deps: ApplyDeps): Promise<HintOutcome> {
  if (customerId === null || !TELLING.test(type)) return 'ignored'
  if (await isKnown(eventId)) return 'repeated'
  const projectId = await applySubscription(customerId, deps).catch(repeatAfterReset)
  if (projectId === null) return 'ignored'
  try {
    await BillingEvent.create({ _id: eventId, projectId, appliedAt: databaseNow() })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  return 'applied'
}

// An event tells of a customer, and not of a project, so that this crosses all.
async function isKnown(eventId: string): Promise<boolean> {
  return (await BillingEvent.exists({ _id: eventId })) !== null
}

function repeatAfterReset(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  throw new AppError('SERVICE_UNAVAILABLE', 'The project is being reset: send the event again', { cause: error })
}
