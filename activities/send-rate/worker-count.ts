import type { CountSendingWorkers } from '../../commands/emails/count-sending-workers.js'
import { newId } from '../../runtime/ids.js'

/** How many workers share the sending rate. */
export interface WorkerCount {
  /** As last known, this worker included; null before the first answer. */
  current: () => number | null
  stop(): void
}

const COUNT_EVERY_MS = 10_000
// A process that has just started may not be connected yet.
const FIRST_COUNT_EVERY_MS = 500

/** Counts the workers that send every ten seconds; while they cannot be counted, the last count holds. */
export function followWorkerCount(count: CountSendingWorkers): WorkerCount {
  const workerId = newId()
  let current: number | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const recount = async (): Promise<void> => {
    try {
      current = await count(workerId)
    } catch {
      // The limiters report that MongoDB is away.
    }
    if (isStopped) return
    timer = setTimeout(() => void recount(), current === null ? FIRST_COUNT_EVERY_MS : COUNT_EVERY_MS).unref()
  }
  void recount()
  return {
    current: () => current,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
