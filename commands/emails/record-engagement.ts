import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { findUnstored } from '../campaigns/open-claims.js'
import { recordEmailFacts } from './record-email-facts.js'

/** A message was opened or followed before it was noted that it left: soon it will be. */
export class NotStoredYetError extends Error {
  override readonly name = 'NotStoredYetError'
}

/**
 * Records opens and clicks; rows that others hold are waited for up to `timeLimitMs`. Throws NotStoredYetError when a
 * message of a campaign is younger than its record.
 */
export async function recordEngagement(facts: EngagementFact[], timeLimitMs: number): Promise<OutboxEntry[]> {
  const unstored = await findUnstored(facts)
  if (unstored.size > 0) throw new NotStoredYetError()
  return recordEmailFacts(facts, { timeLimitMs })
}
