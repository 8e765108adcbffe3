import type { Logger } from '../../../runtime/logger.js'
import type { MessageStore, PendingNotifications } from '../storage/message-store.js'
import { Backlog } from './backlog.js'
import { sesEvent } from './ses-event.js'
import { notificationEnvelope, type Topic } from './sns-envelope.js'
import type { Webhook } from './webhook.js'

/** The limit of concurrent notifications; a receiver that answers after its work is done takes many together. */
export const MAX_IN_FLIGHT = 100
const MAX_PAUSE_MS = 1_000

/**
 * Publishes the events of accepted messages to the receiver, each until the receiver takes (2xx) or refuses (4xx) it,
 * as SNS does. A receiver that is away gets one call at a time, once a second at most, so that a long backlog costs
 * nothing while it waits.
 */
export class Publisher {
  private readonly backlog = new Backlog()
  private readonly store: MessageStore
  private readonly topic: Topic
  private readonly webhook: Webhook
  private readonly log: Logger
  private readonly inFlight = new Set<Promise<void>>()
  private limit = MAX_IN_FLIGHT
  private failures = 0
  private pausedUntil = 0
  private timer: NodeJS.Timeout | undefined
  private timerAt = Infinity
  private isStopped = false
  private lastOutcome = 'taken'

  constructor(parts: { store: MessageStore; topic: Topic; webhook: Webhook; log: Logger }) {
    this.store = parts.store
    this.topic = parts.topic
    this.webhook = parts.webhook
    this.log = parts.log
  }

  add(...pending: PendingNotifications[]): void {
    for (const each of pending) this.backlog.add(each)
    this.pump()
  }

  /** Aborts the calls under way. Events that are not recorded as published are published after the next start. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    this.webhook.close()
    await Promise.all(this.inFlight)
  }

  private pump(): void {
    const now = Date.now()
    while (!this.isStopped && this.inFlight.size < this.limit && now >= this.pausedUntil) {
      const pending = this.backlog.take(now)
      if (!pending) break
      const publishing = this.publish(pending).finally(() => {
        this.inFlight.delete(publishing)
        this.pump()
      })
      this.inFlight.add(publishing)
    }
    this.wakeLater(now)
  }

  private wakeLater(now: number): void {
    if (this.isStopped || this.backlog.size === 0) return
    const wakeAt = now < this.pausedUntil ? this.pausedUntil : this.backlog.nextRetryAt()
    if (wakeAt >= this.timerAt) return
    clearTimeout(this.timer)
    this.timerAt = wakeAt
    this.timer = setTimeout(
      () => {
        this.timerAt = Infinity
        this.pump()
      },
      Math.max(1, wakeAt - now),
    )
  }

  private async publish(pending: PendingNotifications): Promise<void> {
    try {
      const mail = this.store.readMail(pending)
      const { event, timestamp, total } = sesEvent(mail, pending.next)
      const key = `${pending.message.id}:${pending.next}`
      const envelope = notificationEnvelope(this.topic, key, JSON.stringify(event), timestamp)
      const status = await this.webhook.post('Notification', this.topic.arn, envelope)
      if (isRetried(status)) throw new Error(`receiver answered ${status}`)
      this.complete(pending, status, total)
    } catch (error) {
      this.defer(pending, error)
    }
  }

  private complete(pending: PendingNotifications, status: number, total: number): void {
    this.failures = 0
    this.limit = Math.min(MAX_IN_FLIGHT, this.limit * 2)
    this.logOutcome(status < 300 ? 'taken' : 'refused', { status })
    const isDone = pending.next + 1 >= total
    this.store.recordPublished(pending, isDone)
    if (!isDone) this.backlog.add(pending)
  }

  private defer(pending: PendingNotifications, error: unknown): void {
    if (this.isStopped) return
    const now = Date.now()
    this.backlog.defer(pending, now)
    this.failures += 1
    this.limit = 1
    this.pausedUntil = now + Math.min(MAX_PAUSE_MS, 50 * 2 ** Math.min(this.failures - 1, 5))
    this.logOutcome('deferred', { reason: error instanceof Error ? error.message : String(error) })
  }

  /** Logs only changes of the outcome: a receiver that is away would fill the log otherwise. */
  private logOutcome(outcome: 'taken' | 'refused' | 'deferred', details: Record<string, unknown>): void {
    if (outcome === this.lastOutcome) return
    this.lastOutcome = outcome
    const waiting = this.backlog.size
    if (outcome === 'taken') this.log.info({ waiting }, 'notifications are taken')
    else this.log.warn({ ...details, waiting }, `notifications are ${outcome}`)
  }
}

/** SNS retries every failure but a client error (4xx), and of those 429. */
function isRetried(status: number): boolean {
  return status < 200 || status === 429 || (status >= 300 && status < 400) || status >= 500
}
