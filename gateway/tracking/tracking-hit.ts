import type { IncomingHttpHeaders } from 'node:http'
import { isMachineAgent } from '../../commands/emails/machine-agents.js'
import type { Hit } from './hit.js'

/** Reads from its request when a hit was, and whether it is that of a machine. */
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

// A browser that fetches ahead declares it in a header, and asks again when its user goes there.
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(String(headers[name])),
  )
}
