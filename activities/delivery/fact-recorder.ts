import { recordEmailFacts } from '../../commands/emails/record-email-facts.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { isolateFailures } from '../../runtime/concurrency/isolate-failures.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'

interface Recorded {
  fact: EmailFact
  claimed: EmailRecord | undefined
}

interface FirstRecorded {
  fact: EmailFact
  email: EmailRecord
}

// Long enough to store many emails of a campaign in one transaction, which costs as much for ten emails as for one.
// With a much longer pause, a campaign's groups would wait for their facts rather than for the provider.
const COOLDOWN_MS = 50

/** Records facts about emails, many at a time. */
export interface FactRecorder {
  /**
   * Resolves once the fact is stored, also after MongoDB was unavailable for up to ten minutes; rejects when the fact
   * could not be stored. `claimed` is the email, where the caller has claimed it.
   */
  record(fact: EmailFact, claimed?: EmailRecord): Promise<void>
  /** The same for an email of a campaign, which is stored together with its first fact. */
  recordFirst(fact: EmailFact, email: EmailRecord): Promise<void>
}

/**
 * Creates a recorder that stores facts in batches, one transaction each; a fact that cannot be stored fails alone. The
 * batches of one project follow each other, so that two transactions seldom conflict at the counters of one campaign.
 */
export function createFactRecorder(enqueue: (entries: OutboxEntry[]) => void): FactRecorder {
  // Facts that are not stored leave their emails with an unknown outcome, so that one fact must not take others with it.
  const failuresOf = async <Item>(
    batch: readonly Item[],
    store: (items: readonly Item[]) => Promise<OutboxEntry[]>,
  ): Promise<unknown[]> => {
    const storeAll = async (items: readonly Item[]): Promise<void> =>
      enqueue(await retryWhileUnavailable(() => store(items)))
    const failures = await isolateFailures(batch, storeAll, isMongodbUnavailable)
    return batch.map((item) => failures.get(item) ?? null)
  }
  const record = batchCalls({
    keyOf: ({ fact }: Recorded) => fact.projectId,
    maxBatch: 100,
    concurrencyPerKey: 1,
    run: (batch) =>
      failuresOf(batch, (items) =>
        recordEmailFacts(
          items.map(({ fact }) => fact),
          { claimed: items.flatMap(({ claimed }) => claimed ?? []) },
        ),
      ),
  })
  const recordFirst = batchCalls({
    keyOf: ({ fact }: FirstRecorded) => fact.projectId,
    maxBatch: 400,
    concurrencyPerKey: 1,
    cooldownMs: COOLDOWN_MS,
    run: (batch) =>
      failuresOf(batch, (items) =>
        recordEmailFacts(
          items.map(({ fact }) => fact),
          { unstored: items.map(({ email }) => email) },
        ),
      ),
  })
  const throwFailure = (failure: unknown): void => {
    if (failure !== null) throw failure
  }
  return {
    record: async (fact, claimed) => throwFailure(await record({ fact, claimed })),
    recordFirst: async (fact, email) => throwFailure(await recordFirst({ fact, email })),
  }
}
