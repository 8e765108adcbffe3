import { sweepIntents } from '../../models/commands/sweep-intents.js'
import { INTENT_KINDS, type IntentKind } from '../../models/intent.js'
import type { Dispatcher } from './dispatcher.js'

const EVERY_MS = 2_000
const OLDER_THAN_MS = 5_000
const LIMIT = 500

/** A sweeper that runs until it is stopped. */
export interface Sweeper {
  stop(): Promise<void>
}

/**
 * Looks every two seconds for intents that nobody dispatched for five and hands them to the dispatcher: what a
 * crash, a full queue or an unreachable Temporal left behind. At rest it reads empty indexes.
 */
export function startSweeper(dispatcher: Dispatcher, onFailure: (kind: IntentKind, error: unknown) => void): Sweeper {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const sweep = async (): Promise<void> => {
    for (const kind of INTENT_KINDS) {
      if (isStopped) return
      try {
        dispatcher.offer(await sweepIntents(kind, OLDER_THAN_MS, LIMIT))
      } catch (error) {
        onFailure(kind, error)
      }
    }
  }
  let running: Promise<void> = Promise.resolve()
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = sweep().finally(() => {
        if (!isStopped) schedule()
      })
    }, EVERY_MS)
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
