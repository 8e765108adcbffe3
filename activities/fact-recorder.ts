import { recordEmailFacts } from '../models/commands/emails/record-email-facts.js'
import { createBatcher } from '../models/domain/batch-by-pressure.js'
import type { EmailFact } from '../models/domain/email-facts.js'
import type { Intent } from '../models/intent.js'

/** Writes what becomes known of emails, many at a time. */
export interface FactRecorder {
  /** Resolves once the fact is stored; rejects when it could not be. */
  record(fact: EmailFact): Promise<void>
}

interface Waiting {
  fact: EmailFact
  done: () => void
  failed: (error: unknown) => void
}

/**
 * A recorder that puts the facts that arrive while it writes into one transaction. Facts of one project go one
 * batch after the other, so that two transactions seldom meet at the counters of one campaign.
 */
export function createFactRecorder(announce: (intents: Intent[]) => void): FactRecorder {
  const batcher = createBatcher<Waiting>({
    groupOf: ({ fact }) => fact.projectId,
    maxBatch: 100,
    maxRunsPerGroup: 1,
    maxRuns: 8,
    maxWaiting: Number.MAX_SAFE_INTEGER,
    async run(waiting) {
      try {
        announce(await recordEmailFacts(waiting.map(({ fact }) => fact)))
        for (const { done } of waiting) done()
      } catch (error) {
        for (const { failed } of waiting) failed(error)
      }
    },
  })
  return {
    record: (fact) =>
      new Promise((resolve, reject) => {
        batcher.offer({ fact, done: resolve, failed: reject })
      }),
  }
}
