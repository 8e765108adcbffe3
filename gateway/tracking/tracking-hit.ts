import type { IncomingHttpHeaders } from 'node:http'
import { isMachineAgent } from '../../commands/emails/machine-agents.js'
import type { Hit } from './hit.js'

/** Reads the time of a hit from its request, and whether a machine sent it. */
export function readHit({
  method,
  headers,
}: {
  method: string
  headers: IncomingHttpHeaders
}): Pick<Hit, 'at' | 'isMachine'> {
  const isMachine = method === 'HEAD' || isPrefetch(headers) || isMachineAgent(headers['user-agent'] ?? '')
  return { at: new Date(), isMachine }
}

// A browser declares a prefetch in a header, and sends another request when its user opens the link.
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(String(headers[name])),
  )
}
