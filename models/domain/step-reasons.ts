/** The reasons of a call of a webhook that failed, but for an answer, which is `HTTP` and its status. */
export const WEBHOOK_REASONS = [
  'URL longer than 8 KB',
  'certificate rejected',
  'connection lost',
  'connection refused',
  'host unreachable',
  'invalid URL',
  'invalid header',
  'invalid response',
  'network error',
  'no response from the name server',
  'private address',
  'redirect to an address that is not allowed',
  'request body above 1 MB',
  'secure connection failed',
  'timeout',
  'too many redirects',
  'unknown host',
] as const
export type WebhookReason = (typeof WEBHOOK_REASONS)[number]

/** The reason of a call of a webhook that failed. */
export type WebhookFailure = WebhookReason | `HTTP ${number}`

/** The reasons for which a step, and with it its execution, fails. */
export const STEP_REASONS = [
  'context_too_large',
  'invalid_date',
  'invalid_recipient',
  'outputs_too_large',
  'step_limit',
  'too_many',
  ...WEBHOOK_REASONS,
] as const
