import type { IncomingMessage } from 'node:http'
import { hasBody } from './read-body.js'

const extensions = new WeakMap<IncomingMessage, (timeMs: number) => void>()

/** Calls `expire` unless a request has arrived whole after this time. A request without a body has. */
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
}

/** Gives a request another time, from now on. Its sender must be known, because it occupies a connection as long. */
export function extendRequestTime(req: IncomingMessage, timeMs: number): void {
  if (!req.destroyed && !req.complete) extensions.get(req)?.(timeMs)
}
