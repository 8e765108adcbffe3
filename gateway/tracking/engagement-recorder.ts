import { setTimeout as delay } from 'node:timers/promises'
import { NotStoredYetError, recordEngagement } from '../../commands/emails/record-engagement.js'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import type { Spool } from './spool.js'
import { WaitingFacts, type WaitingFact } from './waiting-facts.js'

/** Writes opens and clicks down after they were answered. */
export interface EngagementRecorder {
  /** Takes one in and returns at once. It is recorded when MongoDB can be reached, by this process or a later one. */
  enqueue(fact: EngagementFact): void
  /** Resolves when everything is recorded, or after `closeWithinMs`: what is left then stays in the spool. */
  close(): Promise<void>
}

export interface EngagementRecorderOptions {
  enqueue: (entries: OutboxEntry[]) => void
  log: Logger
  /** Where what waits survives this process, and what earlier ones left; without one it is in memory only. */
  spool?: Spool
  /** How the facts are written; the models' own command unless said. */
  record?: (facts: EngagementFact[], timeLimitMs: number) => Promise<OutboxEntry[]>
  /** How many wait in memory at most, some 40 MB with the longest links. */
  maxWaiting?: number
  closeWithinMs?: number
}

const MAX_BATCH = 100
const TIME_LIMIT_MS = 2_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const MAX_ATTEMPTS_ALONE = 5
const TAKE_OVER_EVERY_MS = 60_000

/**
 * Keeps opens and clicks until they are stored, many in one transaction. A batch that fails goes to the end and the
 * next is half its size, so that one message whose rows are held does not hold up the others.
 */
export function createEngagementRecorder(options: EngagementRecorderOptions): EngagementRecorder {
  const { enqueue, log, spool, record = recordEngagement, maxWaiting = 10_000, closeWithinMs = 4_000 } = options
  const waiting = new WaitingFacts(spool ?? null, maxWaiting)
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    let batchSize = MAX_BATCH
    let failures = 0
    for (;;) {
      const dropped = waiting.takeDropped()
      if (dropped > 0) log.error({ dropped }, 'too many opens and clicks wait for MongoDB: some are dropped')
      const batch = await waiting.take(batchSize)
      if (batch.length === 0) return
      try {
        const facts = batch.map(({ fact }) => fact)
        enqueue(await record(facts, TIME_LIMIT_MS))
        waiting.settle()
        batchSize = Math.min(batchSize * 2, MAX_BATCH)
        failures = 0
      } catch (error) {
        if (failures === 0) log.warn({ error: loggableError(error) }, 'opens and clicks not recorded yet')
        if (isHopeless(batch, error, log)) waiting.settle()
        else waiting.putBack()
        batchSize = Math.max(1, Math.floor(batch.length / 2))
        await pause(closing.signal.aborted ? 0 : failures, closing.signal)
        failures += 1
      }
    }
  }
  const start = (): void => {
    running ??= run().finally(() => {
      running = null
      // One may have come in after the last look.
      if (waiting.size > 0) start()
    })
  }
  const takeOver = (): void => {
    spool?.takeOver()
    if (spool?.hasUnread) start()
  }
  const timer = setInterval(takeOver, TAKE_OVER_EVERY_MS).unref()
  takeOver()

  return {
    enqueue(fact) {
      waiting.enqueue(fact)
      start()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      waiting.readNoMore()
      await Promise.race([running, delay(closeWithinMs, undefined, { ref: false })])
      const lost = waiting.giveUp()
      if (lost > 0) log.error({ lost }, 'opens and clicks could not be recorded in time')
      const files = spool?.close() ?? 0
      if (files > 0) log.info({ files }, 'opens and clicks are left in the spool for the next gateway')
    },
  }
}

// What fails again and again by itself while MongoDB answers would do so for ever.
function isHopeless([only, ...others]: WaitingFact[], error: unknown, log: Logger): boolean {
  if (!only || others.length > 0 || isMongodbUnavailable(error) || error instanceof NotStoredYetError) return false
  only.attemptsAlone += 1
  if (only.attemptsAlone < MAX_ATTEMPTS_ALONE) return false
  log.error({ error: loggableError(error) }, 'an open or click cannot be recorded: given up')
  return true
}

async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)
  await delay(pauseMs, undefined, signal.aborted ? {} : { signal }).catch(() => undefined)
}
