import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../../runtime/ids.js'
import { isMachineAgent } from '../../commands/emails/machine-agents.js'

/** A request for a tracked link or a pixel: the part of an open or a click that the request itself tells. */
export interface TrackingHit {
  at: Date
  /** Names the request, so that recording it again adds nothing. */
  key: string
  messageId: null
  isMachine: boolean
}

/** Reads a hit from its request. */
export function readHit({ method, headers }: { method: string; headers: IncomingHttpHeaders }): TrackingHit {
  const isMachine = method === 'HEAD' || isPrefetch(headers) || isMachineAgent(headers['user-agent'] ?? '')
  return { at: new Date(), key: newId(), messageId: null, isMachine }
}

// A browser that fetches ahead declares it in a header, and asks again when its user goes there.
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(String(headers[name])),
  )
}
