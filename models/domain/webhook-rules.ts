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

// Loopback and `localhost` (RFC 6761 6.3, RFC 1122 3.2.1.3), private use (RFC 1918, RFC 4193) and link-local addresses
// (RFC 3927, RFC 4291 2.5.6). A URL spells every IPv4 address in four decimal numbers.
const PRIVATE_HOST =
  /^(?:(?:.+\.)?localhost\.?|(?:0|10|127)(?:\.\d+){3}|169\.254(?:\.\d+){2}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\])$/

/** The host of a URL that is written as a private address; null for any other URL, and for a template. */
export function privateHostOf(text: string): string | null {
  const hostname = text.includes('{') ? undefined : parseUrl(text)?.hostname
  return hostname !== undefined && PRIVATE_HOST.test(hostname) ? hostname : null
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
