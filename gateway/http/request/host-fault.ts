import type { IncomingMessage } from 'node:http'

// RFC 3986, 3.2.2 and 3.2.3: a name or address, with a port or without. The name may be empty.
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/**
 * The fault of a request's Host; null without one. RFC 9112 3.2 requires a server to refuse an HTTP/1.1 request without
 * Host, and any request with several or an invalid one: a proxy in front of the gateway may have read another host.
 */
export function hostFault({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  const [host, ...further] = hosts
  if (further.length > 0) return 'The request has multiple Host headers'
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header' : null
  return HOST.test(host) ? null : 'The Host header is invalid'
}
