import type { Stripe } from 'stripe'
import { AppError } from '../../../models/domain/errors.js'
import type { BillingHint } from '../../../models/domain/billing-provider.js'

// The tolerance that Stripe recommends: docs.stripe.com/webhooks#replay-attacks.
const TOLERANCE_SECONDS = 300

/**
 * Checks the signature of an event, which covers the bytes of the body, and reads the event. Throws BAD_REQUEST for a
 * wrong signature, as users of Stripe expect.
 */
export function readHint(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  secret: string,
  { body, signature }: { body: string; signature: string },
): BillingHint {
  const event = verify(() => webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS))
  const { object } = event.data
  return { eventId: event.id, type: event.type, customerId: customerOf(object as unknown as Record<string, unknown>) }
}

function verify(read: () => Stripe.Event): Stripe.Event {
  try {
    const event = read()
    if (typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data?.object === 'object')
      return event
  } catch {
    // The answer leaves the library's message out, because that message repeats the body.
  }
  throw new AppError('BAD_REQUEST', 'The request is not a Stripe event signed within the last five minutes')
}

function customerOf(object: Record<string, unknown>): string | null {
  const { customer, id } = object
  if (typeof customer === 'string') return customer
  return object['object'] === 'customer' && typeof id === 'string' ? id : null
}
