import { recordEmailFacts } from '../../commands/emails/record-email-facts.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import type { EmailFact } from '../../models/domain/email-facts.js'
import type { EmailRecord } from '../../models/email.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { retryWhileUnavailable } from '../../runtime/mongodb/retry-while-unavailable.js'

interface Known {
  fact: EmailFact
  claimed: EmailRecord | undefined
}

interface First {
  fact: EmailFact
  email: EmailRecord
}

// Long enough that a campaign's emails are stored many at a time, because a transaction costs as much for ten as for
// one; much longer, and its groups would wait for their notes rather than for the provider.
const COOLDOWN_MS = 50

/** Writes what becomes known of emails, many at a time. */
export interface FactRecorder {
  /**
   * Resolves once the fact is stored, though MongoDB be away for ten minutes; rejects when it could not be.
   * `claimed` is the message, where it was claimed.
   */
  record(fact: EmailFact, claimed?: EmailRecord): Promise<void>
  /** The same for an email of a campaign, which is stored together with the first fact of it. */
  recordFirst(fact: EmailFact, email: EmailRecord): Promise<void>
}

/**
 * A recorder that puts the facts that arrive while it writes into one transaction. Facts of one project go one
 * batch after the other, so that two transactions seldom meet at the counters of one campaign.
 */
export function createFactRecorder(enqueue: (entries: OutboxEntry[]) => void): FactRecorder {
  const record = batchCalls({
    keyOf: ({ fact }: Known) => fact.projectId,
    maxBatch: 100,
    concurrencyPerKey: 1,
    async run(known): Promise<void[]> {
      const facts = known.map(({ fact }) => fact)
      const claimed = known.flatMap((each) => each.claimed ?? [])
      // What is not noted puts a message in doubt that is in none.
      enqueue(await retryWhileUnavailable(() => recordEmailFacts(facts, { claimed })))
      return []
    },
  })
  const recordFirst = batchCalls({
    keyOf: ({ fact }: First) => fact.projectId,
    maxBatch: 400,
    concurrencyPerKey: 1,
    cooldownMs: COOLDOWN_MS,
    async run(first): Promise<void[]> {
      const facts = first.map(({ fact }) => fact)
      const unstored = first.map(({ email }) => email)
      enqueue(await retryWhileUnavailable(() => recordEmailFacts(facts, { unstored })))
      return []
    },
  })
  return {
    record: (fact, claimed) => record({ fact, claimed }),
    recordFirst: (fact, email) => recordFirst({ fact, email }),
  }
}
