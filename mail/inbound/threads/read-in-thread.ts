import { AppError } from '../../../models/domain/errors.js'
import { programFile } from '../../../runtime/program-files.js'
import { ThreadPool, ThreadsBusy, ThreadStopped, type ThreadLimits } from '../../../runtime/threads/thread-pool.js'
import type { Reading, ReadingTask } from './thread.js'

/**
 * The limits of the threads in production. The time of the readers is linear: the largest mail takes two seconds. The
 * rest of `taskMs` is for a busy machine, because a mail that takes longer is refused for good.
 */
const LIMITS: ThreadLimits = {
  threads: 2,
  startMs: 10_000,
  taskMs: 15_000,
  idleMs: 30_000,
  memoryMb: 256,
  waitingOfKey: 100,
  waiting: 1_000,
}

/** The limit that a mail exceeded, or `fault` where its reader threw an error. */
type Reason = 'time' | 'memory' | 'fault'

/** Thrown for a mail that cannot be read. A retry would fail in the same way. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail'
  readonly reason: Reason

  constructor(reason: Reason, cause: unknown) {
    super(`A received mail cannot be read: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Threads that read mail from outside. */
export type ReadingThreads = Pick<ThreadPool<ReadingTask, Reading>, 'perform'>

/** Creates threads that read mail. The limits of production apply where the caller gives no others. */
export function createReadingThreads(limits: Partial<ThreadLimits> = {}): ThreadPool<ReadingTask, Reading> {
  return new ThreadPool<ReadingTask, Reading>(programFile('mail/inbound/threads/thread.js'), { ...LIMITS, ...limits })
}

const ofProcess = createReadingThreads()

/**
 * Reads a received mail in a thread, so that neither the process nor other senders wait for a mail that was made to be
 * slow. Mails with one key are read one after another. Throws UnreadableMail, and SERVICE_UNAVAILABLE where the thread
 * has failed and not the mail.
 */
export async function readInThread(
  key: string,
  task: ReadingTask,
  threads: ReadingThreads = ofProcess,
): Promise<Reading> {
  try {
    return await threads.perform(key, task)
  } catch (error) {
    if (error instanceof ThreadStopped && error.reason !== 'crash') throw new UnreadableMail(error.reason, error)
    if (!(error instanceof ThreadStopped) && !(error instanceof ThreadsBusy)) throw new UnreadableMail('fault', error)
    throw new AppError('SERVICE_UNAVAILABLE', 'Mail cannot be read now: try again', { cause: error })
  }
}
