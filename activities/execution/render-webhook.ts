import { stepScope } from '../../commands/automation/executions/execution-scope.js'
import type { OpenTemplateStep } from '../../commands/automation/executions/open-step.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { WebhookMethod } from '../../models/domain/webhook-rules.js'
import { WEBHOOK_DEFAULTS, type WebhookConfig } from '../../models/domain/webhook-step.js'
import { renderRequest } from '../../mail/rendering/requests/render-request.js'

/** The rendered request of a WEBHOOK step. */
export interface WebhookRequest {
  url: string
  method: WebhookMethod
  headers: Record<string, string>
  body: string | null
}

const WITH_BODY = new Set<WebhookMethod>(['POST', 'PUT', 'PATCH'])
const TYPES = { json: 'application/json', text: 'text/plain; charset=utf-8' }

/** Renders the request of a WEBHOOK step with the current contact and the latest outputs. Throws RenderError. */
export async function renderWebhook(open: OpenTemplateStep): Promise<WebhookRequest> {
  const config = open.step.config as WebhookConfig
  const { method = WEBHOOK_DEFAULTS.method } = config
  const variables = stepScope(open)
  const rendered = await renderRequest(
    {
      url: config.url ?? '',
      headers: config.headers ?? {},
      body: config.body,
      variables,
      timeZone: open.project?.timezone,
    },
    open.execution.projectId,
  )
  const { url, headers, type } = rendered
  const isDefault = config.body === undefined && WITH_BODY.has(method)
  const body = isDefault ? JSON.stringify(defaultBody(open, variables)) : rendered.body
  const typed = body === null || hasType(headers) ? headers : { ...headers, 'Content-Type': TYPES[type] }
  return { url, method, headers: trimValues(typed), body }
}

function defaultBody(
  { step, contact: { _id: id, email, subscribed, data } }: OpenTemplateStep,
  { workflow, execution, event }: Record<string, unknown>,
): object {
  const contact = { id, email, subscribed, data: unescapeData(data ?? {}) }
  return { contact, workflow, execution, step: { id: step.id, name: step.name }, event }
}

function hasType(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}

// Templates often put a value on a line of its own; the line breaks around it are not part of the value.
function trimValues(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]))
}
