import { sweepIntents } from '../../models/commands/sweep-intents.js'
import { INTENT_KINDS, type IntentKind } from '../../models/intent.js'
import type { Dispatcher } from './dispatcher.js'
import { repeat, type Repeated } from './repeat.js'

const EVERY_MS = 2_000
const OLDER_THAN_MS = 5_000
const LIMIT = 500

/**
 * Looks every two seconds for intents that nobody dispatched for five and hands them to the dispatcher: what a
 * crash, a full queue or an unreachable Temporal left behind. At rest it reads empty indexes.
 */
export function startSweeper(dispatcher: Dispatcher, onFailure: (kind: IntentKind, error: unknown) => void): Repeated {
  return repeat(EVERY_MS, async (isStopped) => {
    for (const kind of INTENT_KINDS) {
      if (isStopped()) return
      try {
        dispatcher.offer(await sweepIntents(kind, OLDER_THAN_MS, LIMIT))
      } catch (error) {
        onFailure(kind, error)
      }
    }
  })
}
