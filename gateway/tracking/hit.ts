import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { TrackedMessage } from '../../mail/links/tracking-tokens.js'

/** A request for a tracked link or a pixel. */
export type Hit = TrackedMessage & { at: Date; isMachine: boolean } & (
    | { kind: 'opened' }
    | { kind: 'clicked'; link: string }
  )

/** A hit with its number at the process that answered it; see `createHitNumbers`. */
export type NumberedHit = Hit & { source: string; number: number }

/** The open or click that a hit is. */
export function factOf({ source, number, ...hit }: NumberedHit): EngagementFact {
  return { ...hit, key: source, messageId: null, hits: [{ source, ranges: [[number, number]] }] }
}
