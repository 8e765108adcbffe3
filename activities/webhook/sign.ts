import { createHmac } from 'node:crypto'

/** The inputs of a call's signature. */
export interface Signing {
  /** `whsec_` and the secret's bytes in Base64. */
  secret: string
  /** The same whenever the call is repeated. */
  id: string
  sentAt: Date
}

const PREFIX = 'whsec_'

/** The headers that prove the sender to a receiver, as Standard Webhooks defines them (standardwebhooks.com). */
export function signatureHeaders(signing: Signing, body: Buffer | null): Record<string, string> {
  const { secret, id, sentAt } = signing
  const timestamp = Math.floor(sentAt.getTime() / 1_000)
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  const signature = createHmac('sha256', key)
    .update(`${id}.${timestamp}.`)
    .update(body ?? '')
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
