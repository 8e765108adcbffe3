import type { IncomingHttpHeaders } from 'node:http'
import { isMachineAgent } from '../../commands/sending/emails/machine-agents.js'
import { digestOf } from '../../commands/sending/emails/store-hits.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import type { Sending } from './hit.js'

/** Reads from the request of a hit how it was sent. The time is comparable with that of other gateways. */
export function readHit({ method, headers }: { method: string; headers: IncomingHttpHeaders }): Sending {
  const userAgent = headers['user-agent'] ?? ''
  const isKnown = isPrefetch(headers) || isMachineAgent(userAgent)
  const isHead = method === 'HEAD'
  const at = databaseNow()
  return { at, isMachine: isKnown || isHead, agent: digestOf(userAgent), isProbe: isHead && !isKnown }
}

// A browser declares a prefetch in a header, and sends another request when its user opens the link.
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(String(headers[name])),
  )
}
