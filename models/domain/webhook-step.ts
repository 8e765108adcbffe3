import type { WebhookMethod } from './webhook-rules.js'

/** Config of a WEBHOOK step. The url, the header values and the texts in the body are templates. */
export interface WebhookConfig {
  url?: string
  method?: WebhookMethod
  headers?: Record<string, string>
  /** A text is sent as it is, any other value as JSON. The default body describes the contact and the execution. */
  body?: unknown
  timeoutSeconds?: number
  maxAttempts?: number
}

export const WEBHOOK_DEFAULTS = { method: 'POST', timeoutSeconds: 10, maxAttempts: 5 } as const

/** Limits of a WEBHOOK step: the number of attempts, and the time for each. */
export function webhookLimits(config: WebhookConfig): { maxAttempts: number; timeoutMs: number } {
  const { maxAttempts, timeoutSeconds } = { ...WEBHOOK_DEFAULTS, ...config }
  return { maxAttempts, timeoutMs: timeoutSeconds * 1_000 }
}
