import type { IncomingMessage } from 'node:http'

const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const HTTP_PORT = 80

/**
 * Whether a request names this machine by a name that nobody else can have, with any port, because a tunnel may lead
 * here. A web page whose name comes to mean 127.0.0.1 (DNS rebinding) could otherwise read the answer as its own: its
 * requests have its name.
 */
export function namesThisMachine({ headers }: IncomingMessage): boolean {
  const name = headers.host?.toLowerCase().replace(/:\d{1,5}$/, '')
  return name !== undefined && OWN_NAMES.includes(name)
}

/** The same, with the port that took the request or one of `ports` alone. */
export function namesOwnPort({ headers, socket }: IncomingMessage, ports: readonly number[] = []): boolean {
  const host = headers.host?.toLowerCase()
  return [socket.localPort ?? 0, ...ports].some((port) =>
    OWN_NAMES.some((name) => host === `${name}:${port}` || (port === HTTP_PORT && host === name)),
  )
}

/**
 * Whether a page of another origin sends the request. Browsers name the origin of the page in each request that may
 * change something and in each that opens a WebSocket; other programs name none.
 */
export function isOfForeignPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}
