import { stepScope } from '../../commands/executions/execution-scope.js'
import type { OpenTemplateStep } from '../../commands/executions/open-step.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { WebhookMethod } from '../../models/domain/webhook-rules.js'
import { WEBHOOK_DEFAULTS, type WebhookConfig } from '../../models/domain/webhook-step.js'
import { renderValues } from '../../mail/rendering/render-values.js'

/** The rendered request of a WEBHOOK step. */
export interface WebhookRequest {
  url: string
  method: WebhookMethod
  headers: Record<string, string>
  body: string | null
}

const WITH_BODY = new Set<WebhookMethod>(['POST', 'PUT', 'PATCH'])
const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Renders the request of a WEBHOOK step with the current contact and the latest outputs. Throws RenderError. */
export async function renderWebhook(open: OpenTemplateStep): Promise<WebhookRequest> {
  const config = open.step.config as WebhookConfig
  const { method = WEBHOOK_DEFAULTS.method } = config
  const scope = stepScope(open)
  const {
    url = '',
    headers = {},
    body,
  } = await renderValues(
    { url: config.url, headers: config.headers, body: config.body },
    scope,
    open.execution.projectId,
  )
  const content = body ?? (WITH_BODY.has(method) ? defaultBody(open, scope) : undefined)
  const typed = content === undefined || hasType(headers) ? headers : { ...headers, 'Content-Type': typeOf(content) }
  return { url: url.trim(), method, headers: trimmed(typed), body: textOf(content) }
}

function defaultBody(
  { step, contact: { _id: id, email, subscribed, data } }: OpenTemplateStep,
  { workflow, execution, event }: Record<string, unknown>,
): object {
  const contact = { id, email, subscribed, data: unescapeData(data ?? {}) }
  return { contact, workflow, execution, step: { id: step.id, name: step.name }, event }
}

function textOf(content: unknown): string | null {
  if (content === undefined) return null
  return typeof content === 'string' ? content : JSON.stringify(content)
}

// A text body is often JSON written by the author.
function typeOf(content: unknown): string {
  if (typeof content !== 'string') return JSON_TYPE
  try {
    JSON.parse(content)
    return JSON_TYPE
  } catch {
    return TEXT_TYPE
  }
}

function hasType(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}

// Templates often put a value on a line of its own; the line breaks around it are not part of the value.
function trimmed(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]))
}
