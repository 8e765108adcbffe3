import type { Stripe } from 'stripe'
import { AppError } from '../../../models/domain/errors.js'

/** The account at Stripe. */
export interface StripeAccount {
  secretKey: string
  webhookSecret: string
  /** The price of the subscription that is sold. */
  priceId: string
  /** The origin of the API. */
  apiUrl: string
  meterEventName?: string | undefined
}

/**
 * Makes a call to Stripe. Throws SERVICE_UNAVAILABLE when it fails, with a cause that holds no secret and no address.
 */
export type AskStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

const CALL_LIMIT_MS = 8_000
const RETRIES = 1

/** Creates the client with the first call: it takes some megabytes, and many processes never need it. */
export function createStripeClient({ secretKey, apiUrl }: StripeAccount): {
  load: () => Promise<Stripe>
  ask: AskStripe
} {
  let client: Promise<Stripe> | null = null
  const load = (): Promise<Stripe> => (client ??= create(secretKey, new URL(apiUrl)))
  return {
    load,
    async ask(call) {
      const stripe = await load()
      try {
        return await call(stripe)
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Whether Stripe does not know what a call names, such as a subscription that is gone. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'resource_missing'
}

/** The code that Stripe gave the failure of a call: docs.stripe.com/error-codes. */
export function codeOf(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : undefined
  return cause instanceof StripeFailure ? cause.code : undefined
}

async function create(secretKey: string, { protocol, hostname, port }: URL): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    maxNetworkRetries: RETRIES,
    timeout: CALL_LIMIT_MS,
    telemetry: false,
  })
}

/** A failed call, safe to log: Stripe's message may repeat the request, and Stripe's error object the headers. */
class StripeFailure extends Error {
  override readonly name = 'StripeFailure'
  readonly code: string

  constructor(type: string, code: string, status: number | undefined, requestId: string) {
    super(`Stripe: ${[type, code, status, requestId].filter(Boolean).join(' ')}`)
    this.code = code
  }
}

// A refusal by Stripe is a fault of the settings, or of Stripe's own data: the caller cannot mend it, and may try
// again.
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error
  const { type, code, statusCode, requestId } = error as unknown as Record<string, unknown>
  const status = typeof statusCode === 'number' ? statusCode : undefined
  const failure = new StripeFailure(textOf(type), textOf(code), status, textOf(requestId))
  const isAway = status === undefined || status === 429 || status >= 500
  const message = isAway
    ? 'The payment service is not responding. Try again'
    : 'The payment service rejected the request. See the gateway log for the reason'
  return new AppError('SERVICE_UNAVAILABLE', message, { cause: failure })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
