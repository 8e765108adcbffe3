import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { findUnstored } from '../campaigns/open-claims.js'
import { recordEmailFacts } from './record-email-facts.js'

/** A recipient opened or clicked a message before its hand-over was recorded, which follows soon. */
export class NotStoredYetError extends Error {
  override readonly name = 'NotStoredYetError'
}

/**
 * Records opens and clicks; waits for locked rows up to `timeLimitMs`. Throws NotStoredYetError for a campaign message
 * that is claimed and not stored yet.
 */
export async function recordEngagement(facts: EngagementFact[], timeLimitMs: number): Promise<OutboxEntry[]> {
  const unstored = await findUnstored(facts)
  if (unstored.size > 0) throw new NotStoredYetError()
  return recordEmailFacts(facts, { timeLimitMs })
}
