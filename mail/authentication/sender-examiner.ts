import { programFile } from '../../runtime/program-files.js'
import { ThreadPool, type ThreadLimits } from '../../runtime/threads/thread-pool.js'
import type { ReceivedMail, SenderVerdicts } from './examine-sender.js'
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

/** Examines messages. The examiner never throws: an examination that does not end in time gives PROCESSING_FAILED. */
export type SenderExaminer = (network: string, mail: ReceivedMail) => Promise<SenderVerdicts>

const FAILED: SenderVerdicts = { spf: 'PROCESSING_FAILED', dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' }

// The process has one pool, which starts its threads only when there is work.
const threads = new ThreadPool<ExaminationTask, SenderVerdicts>(programFile('mail/authentication/thread.js'), LIMITS)

/**
 * Creates an examiner that works in threads. Client networks share the threads fairly, because the author of a message
 * decides how much its examination costs.
 */
export function createSenderExaminer(dnsServers: readonly string[]): SenderExaminer {
  return async (network, mail) => {
    try {
      return await threads.perform(network, { mail, dnsServers: [...dnsServers] })
    } catch {
      return FAILED
    }
  }
}
