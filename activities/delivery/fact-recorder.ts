import { recordEmailFacts } from '../../commands/emails/record-email-facts.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { isolateFailures } from '../../runtime/concurrency/isolate-failures.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'

interface Recorded {
  fact: EmailFact
  claimed: EmailRecord | undefined
}

const MAX_TOGETHER = 100

/** Records facts about emails, many at a time. */
export interface FactRecorder {
  /**
   * Resolves once the fact is stored, also after MongoDB was unavailable for up to ten minutes; rejects when the fact
   * could not be stored. `claimed` is the email, where the caller has claimed it. Concurrent calls share a transaction.
   */
  record(fact: EmailFact, claimed?: EmailRecord): Promise<void>
  /** The same for facts of emails that were handed over together. */
  recordAll(outcomes: readonly { fact: EmailFact; claimed: EmailRecord }[]): Promise<void>
}

/**
 * Creates a recorder that stores facts in batches, one transaction each; a fact that cannot be stored fails alone. The
 * batches of one project follow each other, so that two transactions seldom conflict at the counters of one campaign.
 */
export function createFactRecorder(): FactRecorder {
  // Facts that are not stored leave their emails with an unknown outcome, so that one fact must not take others with it.
  const store = async (batch: readonly Recorded[]): Promise<unknown[]> => {
    const storeAll = async (items: readonly Recorded[]): Promise<void> => {
      const facts = items.map(({ fact }) => fact)
      const claimed = items.flatMap((item) => item.claimed ?? [])
      await retryWhileUnavailable(() => recordEmailFacts(facts, { claimed }))
    }
    const failures = await isolateFailures(batch, storeAll, isMongodbUnavailable)
    return batch.map((item) => failures.get(item) ?? null)
  }
  const record = batchCalls({
    keyOf: ({ fact }: Recorded) => fact.projectId,
    maxBatch: MAX_TOGETHER,
    concurrencyPerKey: 1,
    run: store,
  })
  const limitGroups = createLimiter({ concurrencyPerKey: 1 })
  const throwFailure = (failure: unknown): void => {
    if (failure !== null) throw failure
  }
  return {
    record: async (fact, claimed) => throwFailure(await record({ fact, claimed })),
    async recordAll(outcomes) {
      const [first] = outcomes
      if (!first) return
      const failures = await limitGroups(first.fact.projectId, () => store(outcomes))
      for (const failure of failures) throwFailure(failure)
    },
  }
}
