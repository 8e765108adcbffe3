import { parseUrl } from './url.js'

/** The HTTP methods of webhooks. */
export const WEBHOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number]

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// Headers of the connection (RFC 9110 7.6.1) and of the message framing; the HTTP client sets them.
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const SERVICE_HEADERS = new Set(['accept-encoding', 'idempotency-key'])

/** The reason for which a text cannot be the URL of a webhook, as a message for its author; null when it can. */
export function webhookUrlFault(text: string): string | null {
  const url = parseUrl(text)
  if (!url) return 'Enter a valid URL, such as https://example.com/hook'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The URL must use http or https'
  if (url.username !== '' || url.password !== '') return 'The URL cannot contain a username or password'
  return null
}

/** The reason for which a webhook cannot have a header of this name; null when it can. */
export function headerNameFault(name: string): string | null {
  const key = name.toLowerCase()
  if (!TOKEN.test(name)) return 'Enter a valid header name'
  if (CONNECTION_HEADERS.has(key)) return 'This header is reserved for the connection'
  if (SERVICE_HEADERS.has(key) || key.startsWith('webhook-')) return 'Posthorn sets this header'
  return null
}

/** Whether a text can be the value of a header: a line break would begin another header. */
export function isHeaderValue(text: string): boolean {
  return !/[^\P{Cc}\t]/u.test(text)
}
