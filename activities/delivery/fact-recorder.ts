import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { isolateFailures } from '../../runtime/concurrency/isolate-failures.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import { shardOf } from '../../runtime/mongodb/shard-of.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'

/** A fact about an email, and the email itself where the caller has claimed it. */
export interface FactToRecord {
  fact: EmailFact
  claimed?: EmailRecord
}

/** Records facts about emails, many at a time. */
export interface FactRecorder {
  /**
   * Records facts about emails, with a promise for each. It resolves once the fact is stored, also after
   * MongoDB was unavailable for up to ten minutes; it rejects when the fact could not be stored. Concurrent calls share
   * a transaction.
   */
  record(facts: readonly FactToRecord[]): Promise<void>[]
}

const MAX_CALLS = 100
// Beside a transaction that waits for a lock.
const MOST_AT_ONCE = 4

/**
 * Creates a recorder that stores facts in batches, one transaction each; a fact that cannot be stored fails alone. The
 * batches of one shard follow each other, so that two transactions seldom conflict at the counters of one campaign.
 */
export function createFactRecorder(): FactRecorder {
  const storeAll = async (facts: readonly FactToRecord[]): Promise<void> => {
    const claimed = facts.flatMap((recorded) => recorded.claimed ?? [])
    const all = facts.map(({ fact }) => fact)
    await retryWhileUnavailable(() => recordEmailFacts(all, { claimed }))
  }
  const store = batchCalls<readonly FactToRecord[], Map<FactToRecord, unknown>>({
    keyOf: shardOfFacts,
    groupOf: shardOfFacts,
    maxBatch: MAX_CALLS,
    concurrencyPerKey: MOST_AT_ONCE,
    // An email whose fact is not stored has an unknown outcome, so one fact must not make others fail.
    async run(calls) {
      const failures = await isolateFailures(calls.flat(), storeAll, isMongodbUnavailable)
      return calls.map(() => failures)
    },
  })
  return {
    record(facts) {
      if (facts.length === 0) return []
      const stored = store(facts)
      return facts.map(async (fact) => {
        const failures = await stored
        if (failures.has(fact)) throw failures.get(fact)
      })
    },
  }
}

function shardOfFacts([first]: readonly FactToRecord[]): string {
  return shardOf(first?.fact.projectId ?? '')
}

/** Records that an email failed for good because no attempt remains; resolves once that is stored. */
export async function recordGivenUp(
  recorder: FactRecorder,
  about: { projectId: string; emailId: string },
  reason: string,
): Promise<void> {
  const fact: EmailFact = { ...about, at: new Date(), key: 'given-up', kind: 'failed', reason }
  await Promise.all(recorder.record([{ fact }]))
}
