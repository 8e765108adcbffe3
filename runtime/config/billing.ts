import { z } from 'zod'
import { origin } from './values.js'

export const billing = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .optional()
    .describe('the secret key of the Stripe account; without it there is no billing, and nothing is limited'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('the signing secret of the events that Stripe sends to `/webhooks/incoming/billing`'),
  STRIPE_PRICE_ID: z.string().optional().describe("the price of a project's subscription; can be metered"),
  STRIPE_METER_EVENT_NAME: z
    .string()
    .optional()
    .describe("the event name of Stripe's meter, to which each project's emails are reported every hour"),
  STRIPE_API_URL: origin.default('https://api.stripe.com').describe('the API of Stripe'),
})

/**
 * Whether the installation has billing; otherwise nothing is limited, and the endpoints of billing are unknown paths.
 */
export function hasBilling({ STRIPE_SECRET_KEY }: Pick<z.infer<typeof billing>, 'STRIPE_SECRET_KEY'>): boolean {
  return STRIPE_SECRET_KEY !== undefined
}
