import type { TrackedMessage } from '../../mail/links/tracking-tokens.js'

/** How a request for a tracked link or a pixel was sent. */
export interface Sending {
  at: Date
  /** Whether the request itself shows that a machine sent it: by the user agent, as a prefetch or a HEAD. */
  isMachine: boolean
  /** A digest of the user agent. */
  agent: string
  /** Whether the request is a HEAD by a user agent that is no known machine. */
  isProbe: boolean
}

/** A request for a tracked link or a pixel. */
export type Hit = TrackedMessage & Sending & ({ kind: 'opened' } | { kind: 'clicked'; link: string })
