import { setTimeout as delay } from 'node:timers/promises'
import { recordEmailFacts } from '../../models/commands/record-email-facts.js'
import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { Intent } from '../../models/intent.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { isMongodbAway } from '../http/mongodb-away.js'

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

interface Waiting {
  fact: EngagementFact
  attemptsAlone: number
}

/**
 * Keeps opens and clicks in memory until they are stored, many in one transaction. A batch that fails goes to the
 * end and the next is half its size, so that one message whose rows are held does not hold up the others.
 */
export function createEngagementRecorder(options: EngagementRecorderOptions): EngagementRecorder {
  const { announce, log, record = recordEmailFacts, maxWaiting = 10_000, closeWithinMs = 4_000 } = options
  const closing = new AbortController()
  let waiting: Waiting[] = []
  let dropped = 0
  let running: Promise<void> | null = null

  const putBack = (batch: Waiting[], error: unknown): void => {
    const [only] = batch
    const isHopeless =
      batch.length === 1 && only && !isMongodbAway(error) && (only.attemptsAlone += 1) >= MAX_ATTEMPTS_ALONE
    if (isHopeless) log.error({ error: loggableError(error) }, 'an open or click cannot be recorded: given up')
    else waiting.push(...batch)
    makeRoom()
  }
  const makeRoom = (): void => {
    const excess = waiting.length - maxWaiting
    if (excess <= 0) return
    // What failed before stands behind what came later.
    waiting = waiting.toSorted((a, b) => a.fact.at.getTime() - b.fact.at.getTime()).slice(excess)
    dropped += excess
  }
  const tellOfDropped = (): void => {
    if (dropped > 0) log.error({ dropped }, 'too many opens and clicks wait for MongoDB: the oldest are dropped')
    dropped = 0
  }
  const run = async (): Promise<void> => {
    let batchSize = MAX_BATCH
    let failures = 0
    while (waiting.length > 0) {
      tellOfDropped()
      const batch = waiting.splice(0, batchSize)
      try {
        announce(await record(factsOf(batch), TIME_LIMIT_MS))
        batchSize = Math.min(batchSize * 2, MAX_BATCH)
        failures = 0
      } catch (error) {
        if (failures === 0) log.warn({ error: loggableError(error) }, 'opens and clicks not recorded yet')
        batchSize = Math.max(1, Math.floor(batch.length / 2))
        putBack(batch, error)
        failures += 1
        await pause(closing.signal.aborted ? 0 : failures - 1)
      }
    }
  }
  const pause = async (failures: number): Promise<void> => {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)
    await delay(pauseMs, undefined, closing.signal.aborted ? {} : { signal: closing.signal }).catch(() => undefined)
  }
  const start = (): void => {
    running ??= run().finally(() => {
      running = null
    })
  }

  return {
    offer(fact) {
      waiting.push({ fact, attemptsAlone: 0 })
      makeRoom()
      start()
    },
    async close() {
      closing.abort()
      await Promise.race([running, delay(closeWithinMs, undefined, { ref: false })])
      if (waiting.length > 0) log.error({ lost: waiting.length }, 'opens and clicks could not be recorded in time')
      waiting = []
    },
  }
}

function factsOf(batch: Waiting[]): EngagementFact[] {
  return batch.map(({ fact }) => fact)
}
