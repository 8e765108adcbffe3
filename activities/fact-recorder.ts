import { recordEmailFacts } from '../models/commands/emails/record-email-facts.js'
import { coalesce } from '../models/domain/coalesce.js'
import type { EmailFact } from '../models/domain/email-facts.js'
import type { EmailRecord } from '../models/email.js'
import type { Intent } from '../models/intent.js'

interface Known {
  fact: EmailFact
  claimed: EmailRecord | undefined
}

/** Writes what becomes known of emails, many at a time. */
export interface FactRecorder {
  /** Resolves once the fact is stored; rejects when it could not be. `claimed` is the message, where it was claimed. */
  record(fact: EmailFact, claimed?: EmailRecord): Promise<void>
}

/**
 * A recorder that puts the facts that arrive while it writes into one transaction. Facts of one project go one
 * batch after the other, so that two transactions seldom meet at the counters of one campaign.
 */
export function createFactRecorder(announce: (intents: Intent[]) => void): FactRecorder {
  const record = coalesce({
    groupOf: ({ fact }: Known) => fact.projectId,
    maxBatch: 100,
    maxRunsPerGroup: 1,
    async run(known): Promise<void[]> {
      const facts = known.map(({ fact }) => fact)
      announce(await recordEmailFacts(facts, { claimed: known.flatMap(({ claimed }) => claimed ?? []) }))
      return []
    },
  })
  return { record: (fact, claimed) => record({ fact, claimed }) }
}
