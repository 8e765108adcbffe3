import { z } from 'zod'
import { receiveHint } from '../../../commands/lifecycle/billing/receive-hint.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint, rawBody } from '../../http/endpoint.js'
import { requireBilling } from '../billing/offered.js'

const MAX_BODY_BYTES = 256 * 1024

/**
 * Applies an event of Stripe about a customer and then answers. Stripe repeats an event until the answer is 2xx
 * (docs.stripe.com/webhooks), and repetitions change nothing.
 */
export const receiveBillingRoute = defineEndpoint({
  operationId: 'receiveBilling',
  method: 'post',
  path: '/webhooks/incoming/billing',
  access: 'open',
  isOffered: hasBilling,
  limit: { exempt: 'receiver' },
  bodyLimitBytes: MAX_BODY_BYTES,
  summary: 'Receive Stripe events',
  description: 'Requires a valid `Stripe-Signature`. Other event types and unknown customers are ignored.',
  request: { body: rawBody },
  response: z.object({ success: z.literal(true) }).meta({ title: 'Received' }),
  errors: ['BAD_REQUEST'],
  async handle({ body }, { services, headers, log }) {
    const provider = requireBilling(services)
    const signature = headers['stripe-signature']
    const hint = await provider.readHint(body, typeof signature === 'string' ? signature : '')
    const outcome = await receiveHint(hint, { provider, mailsMembers: services.config.PLATFORM_FROM !== undefined })
    log.info({ event: hint.eventId, type: hint.type, outcome }, 'event of billing received')
    return { success: true as const }
  },
})
