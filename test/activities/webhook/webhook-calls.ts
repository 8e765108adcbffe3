import { createHmac } from 'node:crypto'
import type { WebhookAnswer, WebhookRefused, WebhookUnreachable } from '../../../activities/webhook/failures.js'
import type { WebhookCall, WebhookClient } from '../../../activities/webhook/webhook-client.js'
import type { ReceivedRequest } from './receiver.js'

/** The secret that tests sign with. */
export const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`

/** A call to an address, in the simplest form. */
export function callTo(url: string, fields: Partial<WebhookCall> = {}): WebhookCall {
  return {
    url,
    method: 'POST',
    headers: {},
    body: '{"a":1}',
    timeoutMs: 60_000,
    signing: { secret: SECRET, id: 'execution-1:2', sentAt: new Date('2026-03-01T12:00:00.900Z') },
    idempotencyKey: 'execution-1:2',
    ...fields,
  }
}

/** The kind and message of the failure of a call, or the status of the answer when it succeeded. */
export async function outcomeOf(client: WebhookClient, call: WebhookCall): Promise<string> {
  const result = await attempt(client, call)
  return result instanceof Error ? `${result.name}: ${result.message}` : `HTTP ${result.statusCode}`
}

/** The answer, or the error in place of it. */
export async function attempt(
  client: WebhookClient,
  call: WebhookCall,
): Promise<WebhookAnswer | WebhookRefused | WebhookUnreachable> {
  return client.call(call).catch((error: WebhookRefused | WebhookUnreachable) => error)
}

/** Whether a request was signed with a secret, verified as a receiver does. */
export function isSigned({ headers, body }: ReceivedRequest, secret = SECRET): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(content)
  return headers['webhook-signature'] === `v1,${expected.digest('base64')}`
}
