import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../../runtime/ids.js'
import { isMachineAgent } from '../../commands/emails/machine-agents.js'

/** What is known of an open or a click from the request alone. */
export interface Reception {
  at: Date
  /** Names the request, so that recording it again adds nothing. */
  key: string
  messageId: null
  isMachine: boolean
}

/** Notes that a tracked link or a pixel was asked for, by whom and when. */
export function receive({ method, headers }: { method: string; headers: IncomingHttpHeaders }): Reception {
  const isMachine = method === 'HEAD' || isPrefetch(headers) || isMachineAgent(headers['user-agent'] ?? '')
  return { at: new Date(), key: newId(), messageId: null, isMachine }
}

// A browser that fetches ahead says so, and asks again when its user goes there.
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview/i.test(String(headers[name])),
  )
}
