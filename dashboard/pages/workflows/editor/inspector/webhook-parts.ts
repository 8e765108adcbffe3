import { WEBHOOK_DEFAULTS } from '../../../../../models/domain/webhook-step.js'
import { WEBHOOK_METHODS, type WebhookMethod } from '../../../../../models/domain/webhook-rules.js'
import { readJson } from '../../../../shared/json-text.js'
import type { Draft, DraftStep } from '../../../../shared/workflow-draft/draft.js'

/** The kinds of body that a call can have. */
export const BODY_KINDS = ['default', 'json', 'text'] as const
export type BodyKind = (typeof BODY_KINDS)[number]

/** The kind of body that a config describes. */
export function bodyKindOf({ body }: DraftStep['config']): BodyKind {
  if (body === undefined) return 'default'
  return typeof body === 'string' ? 'text' : 'json'
}

/** The body with which a kind begins. */
export function emptyBody(kind: BodyKind): unknown {
  if (kind === 'default') return undefined
  return kind === 'text' ? '' : { email: '{{ email }}' }
}

/** The method of a call. */
export function methodOf({ method }: DraftStep['config']): WebhookMethod {
  return WEBHOOK_METHODS.find((one) => one === method) ?? WEBHOOK_DEFAULTS.method
}

/** Whether a call of this method sends the contact and the execution by itself. */
export function hasDefaultBody(method: WebhookMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/** The object or the list that a text writes; null where it is none. */
export function readJsonBody(text: string): object | null {
  const value = readJson(text)
  return typeof value === 'object' ? value : null
}

/** The content of a call, with examples for the values of a contact. */
export function sampleOf({ name }: Draft, workflowId: string, step: DraftStep) {
  const { headers, body } = step.config
  const method = methodOf(step.config)
  const isDefault = body === undefined && hasDefaultBody(method)
  const example = {
    contact: { id: EXAMPLE_ID, email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } },
    workflow: { id: workflowId, name },
    execution: { id: EXAMPLE_ID },
    step: { id: step.id, name: step.name },
    event: { orderId: '4711' },
  }
  return {
    request: `${method} ${typeof step.config['url'] === 'string' ? step.config['url'] : ''}`.trim(),
    headers: {
      ...(isDefault ? { 'Content-Type': 'application/json' } : {}),
      ...(typeof headers === 'object' && headers !== null ? headers : {}),
      'webhook-id': 'msg_…',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,…',
      'Idempotency-Key': `${EXAMPLE_ID}:1`,
    },
    ...(isDefault ? { body: example } : body === undefined ? {} : { body }),
  }
}

const EXAMPLE_ID = '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d19'

/** A receiver's code that verifies a call, by the rules of Standard Webhooks. */
export const VERIFY_CODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const signed = [
  headers['webhook-id'],
  headers['webhook-timestamp'],
  rawBody,
].join('.')
const wanted = createHmac('sha256', key).update(signed).digest()
const isGenuine = headers['webhook-signature'].split(' ').some((one) => {
  const [version, signature = ''] = one.split(',')
  const given = Buffer.from(signature, 'base64')
  return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
})`
