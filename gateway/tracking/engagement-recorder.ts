import { setTimeout as delay } from 'node:timers/promises'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import type { Spool } from './spool.js'
import type { HitJudge } from './hit-judge.js'
import type { Hit } from './hit.js'
import { HitQueue, type QueuedHits } from './hit-queue.js'

/** Records opens and clicks after their requests were answered. */
export interface EngagementRecorder {
  /**
   * Accepts a hit and returns immediately. This process or a later one records it once MongoDB is available. A hit
   * beyond the limits of its message or project is dropped and counted by a metric.
   */
  record(hit: Hit): void
  /** Resolves once all hits are recorded, or after `closeWithinMs`; the remaining hits then stay in the spool. */
  close(): Promise<void>
}

/** Dependencies and limits of an engagement recorder. */
export interface EngagementRecorderOptions {
  log: Logger
  /** Keeps unrecorded hits beyond the end of this process; without a spool they are only in memory. */
  spool?: Spool
  /** Decides whether a machine has sent a hit; without a judge, hits are recorded as their requests say. */
  judge?: HitJudge
  /** Stores facts in one transaction; `recordEmailFacts` if omitted. */
  store?: (facts: EngagementFact[], timeLimitMs: number) => Promise<void>
  /** The most places in memory, of some hits each; 10,000 with the longest links take some 40 MB. */
  maxWaiting?: number
  /** How many hits of one message are recorded in a minute, 10,000 if omitted. */
  maxHitsPerMinute?: number
  closeWithinMs?: number
}

const MAX_BATCH = 100
// No person and no scanner opens a message as often. Each hit takes a line of the spool.
const MAX_HITS_PER_MINUTE = 10_000
const TIME_LIMIT_MS = 2_000
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
const MAX_ATTEMPTS_ALONE = 5
const TIDY_INTERVAL_MS = 60_000

/**
 * Keeps opens and clicks until it is known whether a person has sent them, and until they are stored, many in one
 * transaction and the hits of one event as one. Projects are
 * served round-robin, so that a flood of hits of one project does not delay the others. A failed batch goes to the end
 * of the queue, and the next batch is half its size, so that one message whose documents are locked does not delay the
 * others.
 */
export function createEngagementRecorder(options: EngagementRecorderOptions): EngagementRecorder {
  const { log, spool, judge, store = storeFacts, maxWaiting = 10_000, closeWithinMs = 4_000 } = options
  const { maxHitsPerMinute = MAX_HITS_PER_MINUTE } = options
  const queue = new HitQueue({ spool: spool ?? null, judge: judge ?? null, limit: maxWaiting, maxHitsPerMinute })
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    let batchSize = MAX_BATCH
    let failures = 0
    for (;;) {
      const dropped = queue.drainDropped()
      if (dropped > 0) log.error({ dropped }, 'too many opens and clicks wait for MongoDB: some are dropped')
      const batch = await queue.takeBatch(batchSize)
      if (batch.length === 0) return
      try {
        await store(judge ? await judge.judge(batch) : batch.map(({ fact }) => fact), TIME_LIMIT_MS)
        queue.complete()
        batchSize = Math.min(batchSize * 2, MAX_BATCH)
        failures = 0
      } catch (error) {
        if (failures === 0) log.warn({ error: loggableError(error) }, 'opens and clicks not recorded yet')
        if (isUnrecordable(batch, error, log)) queue.complete()
        else queue.putBack()
        batchSize = Math.max(1, Math.floor(batch.length / 2))
        await backOff(closing.signal.aborted ? 0 : failures, closing.signal)
        failures += 1
      }
    }
  }
  const start = (): void => {
    running ??= run().finally(() => {
      running = null
      // A hit may have arrived after the last batch was taken.
      if (queue.size > 0) start()
    })
  }
  const tidy = (): void => {
    if (queue.tidy()) start()
  }
  const timer = setInterval(tidy, TIDY_INTERVAL_MS).unref()
  tidy()

  return {
    record(hit) {
      queue.add(hit)
      start()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      judge?.close()
      queue.stopReading()
      await Promise.race([running, delay(closeWithinMs, undefined, { ref: false })])
      const lost = queue.close()
      if (lost > 0) log.error({ lost }, 'opens and clicks could not be recorded in time')
      const files = spool?.close() ?? 0
      if (files > 0) log.info({ files }, 'opens and clicks are left in the spool for the next gateway')
    },
  }
}

function storeFacts(facts: EngagementFact[], timeLimitMs: number): Promise<void> {
  return recordEmailFacts(facts, { timeLimitMs })
}

// Hits that fail again and again in a batch of their own, while MongoDB answers, would fail for ever.
function isUnrecordable([only, ...others]: readonly QueuedHits[], error: unknown, log: Logger): boolean {
  if (!only || others.length > 0 || isMongodbUnavailable(error)) return false
  only.attemptsAlone += 1
  if (only.attemptsAlone < MAX_ATTEMPTS_ALONE) return false
  const { projectId, emailId } = only.fact
  log.error({ projectId, emailId, error: loggableError(error) }, 'an open or click cannot be recorded: given up')
  return true
}

async function backOff(failures: number, signal: AbortSignal): Promise<void> {
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)
  await delay(backoffMs, undefined, signal.aborted ? {} : { signal }).catch(() => undefined)
}
