import { ThreadPool, type ThreadLimits } from '../../runtime/threads/thread-pool.js'
import type { Handed, SenderVerdicts } from './examine-sender.js'
import type { ExaminationTask } from './thread.js'

const LIMITS: ThreadLimits = {
  threads: 2,
  startMs: 20_000,
  taskMs: 10_000,
  idleMs: 30_000,
  memoryMb: 128,
  waitingOfKey: 20,
  waiting: 200,
}

/** Examines messages; never throws: what could not be examined in time is PROCESSING_FAILED. */
export type SenderExaminer = (network: string, handed: Handed) => Promise<SenderVerdicts>

const FAILED: SenderVerdicts = { spf: 'PROCESSING_FAILED', dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' }

// One for the process, which starts its threads when there is work.
const threads = new ThreadPool<ExaminationTask, SenderVerdicts>(new URL('./thread.js', import.meta.url), LIMITS)

/**
 * Creates the examiner: it works in threads, shared fairly by client networks, because a message decides what it costs.
 */
export function createSenderExaminer(dnsServers: readonly string[]): SenderExaminer {
  return async (network, handed) => {
    try {
      return await threads.perform(network, { handed, dnsServers: [...dnsServers] })
    } catch {
      return FAILED
    }
  }
}
