import type { WebhookMethod } from './webhook-rules.js'

/** What a WEBHOOK step is configured with; url, values of headers and texts in the body are templates. */
export interface WebhookConfig {
  url?: string
  method?: WebhookMethod
  headers?: Record<string, string>
  /** Text as it is, anything else as JSON; what is told of the contact and the execution when there is none. */
  body?: unknown
  timeoutSeconds?: number
  maxAttempts?: number
}

export const WEBHOOK_DEFAULTS = { method: 'POST', timeoutSeconds: 10, maxAttempts: 5 } as const

/** How often a WEBHOOK step calls at most, and how long one call may take. */
export function webhookLimits(config: WebhookConfig): { maxAttempts: number; timeoutMs: number } {
  const { maxAttempts, timeoutSeconds } = { ...WEBHOOK_DEFAULTS, ...config }
  return { maxAttempts, timeoutMs: timeoutSeconds * 1_000 }
}
