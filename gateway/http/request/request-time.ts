import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { hasBody } from './read-body.js'

const extensions = new WeakMap<IncomingMessage, (timeMs: number) => void>()
// What ends the timer of the latest request of a connection. The bodies of the requests before it are whole.
const timerEnds = new WeakMap<Duplex, () => void>()

/**
 * Calls `expire` unless a request has arrived whole after this time, or its connection has closed. A request without a
 * body is whole.
 */
export function limitRequestTime(req: IncomingMessage, timeMs: number, expire: () => void): void {
  if (!hasBody(req)) return
  const check = (): void => {
    if (!req.complete) expire()
  }
  let timer = setTimeout(check, timeMs)
  const clear = (): void => clearTimeout(timer)
  extensions.set(req, (more) => {
    clear()
    timer = setTimeout(check, more)
  })
  req.once('end', clear)
  req.once('close', clear)
  // Node closes no request that was answered before its body came in, however its connection ends.
  const { socket } = req
  if (!timerEnds.has(socket)) socket.once('close', () => timerEnds.get(socket)?.())
  timerEnds.set(socket, clear)
}

/** Gives a request another time, from now on. Its sender must be known, because it occupies a connection as long. */
export function extendRequestTime(req: IncomingMessage, timeMs: number): void {
  if (!req.destroyed && !req.socket.destroyed && !req.complete) extensions.get(req)?.(timeMs)
}
