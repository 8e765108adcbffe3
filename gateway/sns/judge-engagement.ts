import { setTimeout as delay } from 'node:timers/promises'
import { hitsExpireAt } from '../../commands/sending/emails/count-hits.js'
import { judgeHits, SETTLED_AFTER_MS, type UnjudgedHit } from '../../commands/sending/emails/near-clicks.js'
import { digestOf, storeHits } from '../../commands/sending/emails/store-hits.js'
import type { ParsedNotification } from '../../models/domain/ses-event.js'
import type { HitRecord } from '../../models/hit.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { derivedId } from '../../runtime/ids.js'

const MAX_BATCH = 100
const GATHER_MS = 100
// Each occupies a connection and its body. Beyond, clicks are judged by what is known at once.
const MAX_SETTLING = 5_000
// SES publishes the clicks of one moment within some seconds.
const PUBLISHED_WITHIN_MS = 2_000

/** Decides by the other clicks on its email whether a machine has sent an open or click that the provider reports. */
export type JudgeEngagement = (notification: ParsedNotification) => Promise<ParsedNotification>

/**
 * Judges opens and clicks as `countHits` does: a click is stored for all gateways, and judged some seconds later, while
 * the provider waits for the answer. Other notifications are returned at once.
 */
export function createEngagementJudge({
  settledAfterMs = SETTLED_AFTER_MS + PUBLISHED_WITHIN_MS,
} = {}): JudgeEngagement {
  const storeClick = inBatches<HitRecord, null>(async (clicks) => {
    await storeHits(clicks)
    return clicks.map(() => null)
  })
  const isOfMachine = inBatches<UnjudgedHit, boolean>(judgeHits)
  let settling = 0
  const settle = async (): Promise<void> => {
    if (settling >= MAX_SETTLING) return
    settling += 1
    await delay(settledAfterMs)
    settling -= 1
  }
  return async (notification) => {
    const { fact, userAgent = '' } = notification
    if (!fact || !('isMachine' in fact) || fact.isMachine) return notification
    const { at, kind } = fact
    const hit: UnjudgedHit = { ...emailOf(notification), at, agent: digestOf(userAgent), isProbe: false }
    if (kind === 'clicked') {
      hit.linkDigest = digestOf(fact.link)
      // A repeated notification is stored once.
      const _id = derivedId(at, `${hit.projectId}:${hit.emailId}:${fact.key}`)
      await storeClick({ ...hit, _id, kind, isMachine: false, count: 1, expiresAt: hitsExpireAt() })
    }
    await settle()
    const isMachine = await isOfMachine(hit)
    return isMachine ? { ...notification, fact: { ...fact, isMachine } } : notification
  }
}

function inBatches<Item, Result>(run: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  return batchCalls({ keyOf: () => '', maxBatch: MAX_BATCH, concurrencyPerKey: 1, gatherMs: GATHER_MS, run })
}

// The email of a notification without our tags is not known yet. All clicks on one message have its provider's id.
function emailOf({
  about: { tags, sesMessageId, emailId },
}: ParsedNotification): Pick<HitRecord, 'projectId' | 'emailId'> {
  return tags ?? { projectId: '', emailId: sesMessageId ?? emailId ?? '' }
}
