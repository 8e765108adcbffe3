import { setTimeout as delay } from 'node:timers/promises'
import {
  digestOf,
  findClicks,
  SETTLED_AFTER_MS,
  storeClicks,
  type ClickOnEmail,
} from '../../commands/sending/emails/recent-clicks.js'
import { isOfMachine } from '../../models/domain/machine-bursts.js'
import type { ParsedNotification } from '../../models/domain/ses-event.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'

const MAX_BATCH = 100
const GATHER_MS = 100
// Each occupies a connection and its body. Beyond, clicks are judged by what is known at once.
const MAX_SETTLING = 5_000
// SES publishes the clicks of one moment within some seconds.
const PUBLISHED_WITHIN_MS = 2_000

/** Decides by the other clicks on its email whether a machine has sent an open or click that the provider reports. */
export type JudgeEngagement = (notification: ParsedNotification) => Promise<ParsedNotification>

/**
 * Judges opens and clicks as `createHitJudge` does: a click is stored for all gateways, and judged some seconds later,
 * while the provider waits for the answer. Other notifications are returned at once.
 */
export function createEngagementJudge({
  settledAfterMs = SETTLED_AFTER_MS + PUBLISHED_WITHIN_MS,
} = {}): JudgeEngagement {
  const storeClick = inBatches<ClickOnEmail, null>(async (clicks) => {
    await storeClicks(clicks)
    return clicks.map(() => null)
  })
  const clicksOn = inBatches<Pick<ClickOnEmail, 'projectId' | 'emailId'>, ClickOnEmail['click'][]>(async (emails) => {
    const found = await findClicks(emails)
    return emails.map(({ emailId }) => found.get(emailId) ?? [])
  })
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
    const email = emailOf(notification)
    const asked = { at: fact.at, agent: digestOf(userAgent), isProbe: false }
    const link = fact.kind === 'clicked' ? digestOf(fact.link) : null
    if (link !== null) await storeClick({ ...email, click: { ...asked, link } })
    await settle()
    const isMachine = isOfMachine({ ...asked, link }, await clicksOn(email))
    return isMachine ? { ...notification, fact: { ...fact, isMachine } } : notification
  }
}

function inBatches<Item, Result>(run: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  return batchCalls({ keyOf: () => '', maxBatch: MAX_BATCH, concurrencyPerKey: 1, gatherMs: GATHER_MS, run })
}

// The email of a notification without our tags is not known yet. All clicks on one message have its provider's id.
function emailOf({ about: { tags, sesMessageId, emailId } }: ParsedNotification): Omit<ClickOnEmail, 'click'> {
  return tags ?? { projectId: '', emailId: sesMessageId ?? emailId ?? '' }
}
