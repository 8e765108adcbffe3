import { setTimeout as delay } from 'node:timers/promises'
import { recordEmailFacts } from '../../models/commands/emails/record-email-facts.js'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { Intent } from '../../models/intent.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { isMongodbAway } from '../http/mongodb-away.js'
import { WaitingFacts, type WaitingFact } from './waiting-facts.js'

/** Writes opens and clicks down after they were answered. */
export interface EngagementRecorder {
  /** Takes one in and returns at once. It is recorded when MongoDB can be reached, as long as this process lives. */
  offer(fact: EngagementFact): void
  /** Resolves when everything is recorded, or after `closeWithinMs`, when what is left is lost. */
  close(): Promise<void>
}

export interface EngagementRecorderOptions {
  announce: (intents: Intent[]) => void
  log: Logger
  /** How the facts are written; the models' own command unless said. */
  record?: (facts: EngagementFact[], timeLimitMs: number) => Promise<Intent[]>
  /** How many wait at most, some 40 MB with the longest links; beyond it the oldest go. */
  maxWaiting?: number
  closeWithinMs?: number
}

const MAX_BATCH = 100
const TIME_LIMIT_MS = 2_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const MAX_ATTEMPTS_ALONE = 5

/**
 * Keeps opens and clicks in memory until they are stored, many in one transaction. A batch that fails goes to the
 * end and the next is half its size, so that one message whose rows are held does not hold up the others.
 */
export function createEngagementRecorder(options: EngagementRecorderOptions): EngagementRecorder {
  const { announce, log, record = recordEmailFacts, maxWaiting = 10_000, closeWithinMs = 4_000 } = options
  const waiting = new WaitingFacts(maxWaiting)
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    let batchSize = MAX_BATCH
    let failures = 0
    while (waiting.size > 0) {
      const dropped = waiting.takeDropped()
      if (dropped > 0) log.error({ dropped }, 'too many opens and clicks wait for MongoDB: the oldest are dropped')
      const batch = waiting.take(batchSize)
      try {
        const facts = batch.map(({ fact }) => fact)
        announce(await record(facts, TIME_LIMIT_MS))
        batchSize = Math.min(batchSize * 2, MAX_BATCH)
        failures = 0
      } catch (error) {
        if (failures === 0) log.warn({ error: loggableError(error) }, 'opens and clicks not recorded yet')
        waiting.add(worthAnotherTry(batch, error, log))
        batchSize = Math.max(1, Math.floor(batch.length / 2))
        await pause(closing.signal.aborted ? 0 : failures, closing.signal)
        failures += 1
      }
    }
  }

  return {
    offer(fact) {
      waiting.add([{ fact, attemptsAlone: 0 }])
      running ??= run().finally(() => {
        running = null
      })
    },
    async close() {
      closing.abort()
      await Promise.race([running, delay(closeWithinMs, undefined, { ref: false })])
      const lost = waiting.giveUp()
      if (lost > 0) log.error({ lost }, 'opens and clicks could not be recorded in time')
    },
  }
}

// What fails again and again by itself while MongoDB answers would do so for ever.
function worthAnotherTry(batch: WaitingFact[], error: unknown, log: Logger): WaitingFact[] {
  const [only, ...others] = batch
  if (!only || others.length > 0 || isMongodbAway(error)) return batch
  const attemptsAlone = only.attemptsAlone + 1
  if (attemptsAlone < MAX_ATTEMPTS_ALONE) return [{ ...only, attemptsAlone }]
  log.error({ error: loggableError(error) }, 'an open or click cannot be recorded: given up')
  return []
}

async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)
  await delay(pauseMs, undefined, signal.aborted ? {} : { signal }).catch(() => undefined)
}
