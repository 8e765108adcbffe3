import { setTimeout as delay } from 'node:timers/promises'
import {
  countHits,
  findUncountedHits,
  giveUpHits,
  HitsCountedError,
  type EmailHit,
} from '../../commands/sending/emails/count-hits.js'
import { SETTLED_AFTER_MS } from '../../commands/sending/emails/near-clicks.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { DueEmails, MOMENT_MS, type DueEmail } from './due-emails.js'

/** Counts the stored hits of emails some seconds after they came. */
export interface HitCounter {
  /** Adds emails whose hits are stored now. */
  add(hits: readonly EmailHit[]): void
  /** Starts no further transaction. Resolves once the current one has ended, or after `withinMs`. */
  close(withinMs: number): Promise<void>
}

/** What a hit counter needs, and its limits. */
export interface HitCounterOptions {
  log: Logger
  /** Counts the hits of emails, and returns whether some are left; `countHits` if omitted. */
  count?: (emails: readonly EmailHit[]) => Promise<boolean>
  settledAfterMs?: number
  /** The age of hits that every gateway counts, because the one that stored them may have ended. */
  orphanedAfterMs?: number
  orphansEveryMs?: number
}

const MAX_BATCH = 100
const TIME_LIMIT_MS = 2_000
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
const MAX_ATTEMPTS_ALONE = 5
const ROUND_MS = 500
const ORPHANED_AFTER_MS = 15_000
const ORPHANS_EVERY_MS = 10_000
// Some 50 MB.
const MAX_DUE = 100_000
const MANY_DUE = 1_000

/**
 * Counts hits, those of many emails in one transaction. A failed batch goes to the end of the queue, and the next batch
 * is half its size, so that one email whose documents are locked does not delay the others. The hits that ended
 * gateways have left are counted too.
 */
export function createHitCounter(options: HitCounterOptions): HitCounter {
  const { log, settledAfterMs = SETTLED_AFTER_MS, orphanedAfterMs = ORPHANED_AFTER_MS } = options
  const { orphansEveryMs = ORPHANS_EVERY_MS } = options
  const { count = (emails) => countHits(emails, { settledAfterMs, timeLimitMs: TIME_LIMIT_MS }) } = options
  const due = new DueEmails(MAX_DUE)
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const countDue = async (): Promise<void> => {
    let batchSize = MAX_BATCH
    let failures = 0
    while (due.size > 0 && !closing.signal.aborted) {
      const batch = due.take(batchSize)
      const isLast = batch.length < batchSize
      try {
        const hasMore = batch.length > 0 && (await count(batch))
        if (hasMore) for (const email of batch) due.putBack(email)
        batchSize = Math.min(batchSize * 2, MAX_BATCH)
        failures = 0
        // More hits settle meanwhile, and share the next transaction.
        if (isLast && !hasMore) await pause(ROUND_MS, closing.signal)
      } catch (error) {
        batchSize = Math.max(1, Math.floor(batch.length / 2))
        await putBack(batch, error, failures)
        failures += 1
      }
    }
  }
  const putBack = async (batch: readonly DueEmail[], error: unknown, failures: number): Promise<void> => {
    const isCounted = error instanceof HitsCountedError
    if (failures === 0 && !isCounted) log.warn({ error: loggableError(error) }, 'opens and clicks not counted yet')
    if (!(await giveUp(batch, error, log))) for (const email of batch) due.putBack(email)
    if (!isCounted) await pause(Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS), closing.signal)
  }
  const start = (): void => {
    if (closing.signal.aborted) return
    running ??= countDue().finally(() => {
      running = null
      // A hit may have been added after the last batch was taken.
      if (due.size > 0) start()
    })
  }
  // The gateway that stored an orphan may still count it meanwhile.
  const add = (hits: readonly EmailHit[]): void => {
    const dueAtMs = performance.now() + settledAfterMs + MOMENT_MS
    for (const hit of hits) due.add(hit, dueAtMs)
    start()
  }
  const findOrphans = async (): Promise<void> => {
    // Those of this gateway are among them when it does not keep up.
    if (due.size < MANY_DUE) add(await findUncountedHits(orphanedAfterMs).catch(() => []))
  }
  const timer = setInterval(() => void findOrphans(), orphansEveryMs).unref()

  return {
    add,
    async close(withinMs) {
      clearInterval(timer)
      closing.abort()
      await Promise.race([running, delay(withinMs, undefined, { ref: false })])
    },
  }
}

/** Gives up hits that fail again and again in a batch of their own while MongoDB answers: they would fail for ever. */
async function giveUp([only, ...others]: readonly DueEmail[], error: unknown, log: Logger): Promise<boolean> {
  if (!only || others.length > 0 || error instanceof HitsCountedError || isMongodbUnavailable(error)) return false
  only.attemptsAlone += 1
  if (only.attemptsAlone < MAX_ATTEMPTS_ALONE) return false
  const { projectId, emailId } = only
  log.error({ projectId, emailId, error: loggableError(error) }, 'opens and clicks cannot be counted: given up')
  await giveUpHits(only).catch(() => undefined)
  return true
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
