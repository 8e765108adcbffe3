import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { subscriptionEnvelope, type Topic } from './sns-envelope.js'
import type { Webhook } from './webhook.js'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 10_000

/** The offer of the topic to the receiver, who confirms it with the token. */
export class Subscription {
  readonly token = randomBytes(64).toString('hex')

  /** Offers the topic until the receiver accepts the offer (2xx) or refuses it (4xx). */
  async offer(topic: Topic, webhook: Webhook, signal: AbortSignal): Promise<void> {
    const envelope = subscriptionEnvelope(topic, this.token)
    for (let delayMs = FIRST_DELAY_MS; !signal.aborted; delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)) {
      const status = await webhook.post('SubscriptionConfirmation', topic.arn, envelope).catch(() => 0)
      if (status >= 200 && status < 500) return
      await sleep(delayMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
