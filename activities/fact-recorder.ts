import { recordEmailFacts } from '../models/commands/emails/record-email-facts.js'
import { coalesce } from '../models/domain/coalesce.js'
import type { EmailFact } from '../models/domain/email-facts.js'
import type { Intent } from '../models/intent.js'

/** Writes what becomes known of emails, many at a time. */
export interface FactRecorder {
  /** Resolves once the fact is stored; rejects when it could not be. */
  record(fact: EmailFact): Promise<void>
}

/**
 * A recorder that puts the facts that arrive while it writes into one transaction. Facts of one project go one
 * batch after the other, so that two transactions seldom meet at the counters of one campaign.
 */
export function createFactRecorder(announce: (intents: Intent[]) => void): FactRecorder {
  return {
    record: coalesce({
      groupOf: ({ projectId }: EmailFact) => projectId,
      maxBatch: 100,
      maxRunsPerGroup: 1,
      async run(facts): Promise<void[]> {
        announce(await recordEmailFacts(facts))
        return []
      },
    }),
  }
}
