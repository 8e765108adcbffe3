import type { EngagementFact } from '../../models/domain/email-facts.js'
import { isOfMachine } from '../../models/domain/machine-bursts.js'
import {
  digestOf,
  findClicks,
  SETTLED_AFTER_MS,
  storeClicks,
  type ClickOnEmail,
} from '../../commands/sending/emails/recent-clicks.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { retryUntil } from './retry-until.js'
import type { Sending } from './hit.js'

/** An open or click that waits to be recorded, and how its first request was sent. */
export interface UnjudgedHits {
  fact: EngagementFact
  sending: Sending
}

/** Tells when it can be known whether a person has sent a hit. */
export interface Settling {
  readonly isSettled: boolean
}

/** Decides whether a machine that names itself as a browser has sent a hit; see `createHitJudge`. */
export interface HitJudge {
  /** Stores a click for all gateways, and begins the wait after which the hit is judged. */
  begin(hit: UnjudgedHits): Settling
  /** The facts of settled hits, in order. Throws when MongoDB is unavailable. */
  judge(hits: readonly UnjudgedHits[]): Promise<EngagementFact[]>
  /** Ends the attempts to store clicks. */
  close(): void
}

const MAX_BATCH = 500
const SETTLED: Settling = { isSettled: true }

/**
 * Judges hits by the clicks on the same email that all gateways have received: each gateway stores its clicks at once,
 * and judges them three seconds later. A hit whose request shows that a machine sent it needs no judgement.
 */
export function createHitJudge({ settledAfterMs = SETTLED_AFTER_MS } = {}): HitJudge {
  const closing = new AbortController()
  // Simultaneous clicks share a command.
  const storeClick = batchCalls<ClickOnEmail, null>({
    keyOf: () => '',
    maxBatch: MAX_BATCH,
    concurrencyPerKey: 1,
    async run(clicks) {
      await retryUntil(closing.signal, () => storeClicks(clicks))
      return clicks.map(() => null)
    },
  })
  return {
    begin({ fact, sending }) {
      if (sending.isMachine && !sending.isProbe) return SETTLED
      const { projectId, emailId } = fact
      let settledAtMs = Infinity
      const settle = (): void => void (settledAtMs = performance.now() + (sending.isProbe ? 0 : settledAfterMs))
      if (fact.kind === 'opened') settle()
      else {
        const { at, agent, isProbe } = sending
        const click = { at, link: digestOf(fact.link), agent, isProbe }
        void storeClick({ projectId, emailId, click }).then(settle, () => undefined)
      }
      return {
        get isSettled() {
          return performance.now() >= settledAtMs
        },
      }
    },
    async judge(hits) {
      const clicks = await findClicks(hits.flatMap(({ fact }) => (fact.isMachine ? [] : fact)))
      return hits.map(({ fact, sending: { at, agent, isProbe } }) => {
        const link = fact.kind === 'clicked' ? digestOf(fact.link) : null
        const seen = clicks.get(fact.emailId) ?? []
        return !fact.isMachine && isOfMachine({ at, link, agent, isProbe }, seen) ? asOfMachine(fact) : fact
      })
    },
    close: () => closing.abort(),
  }
}

// A source numbers the hits of machines separately, so that those which it took for a person's have another name.
function asOfMachine(fact: EngagementFact): EngagementFact {
  const hits = (fact.hits ?? []).map(({ source, ranges }) => ({ source: `${source}:judged`, ranges }))
  return { ...fact, isMachine: true, hits }
}
