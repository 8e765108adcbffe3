import { AppError, invalid } from '../../../models/domain/errors.js'
import { programFile } from '../../../runtime/program-files.js'
import { lacksThread, ThreadPool, ThreadStopped, type ThreadLimits } from '../../../runtime/threads/thread-pool.js'
import type { ImageAnswer, ReadImage } from './image-thread.js'

/** The limits of the thread that reads images. */
export const LIMITS: ThreadLimits = {
  // One thread is enough, and an image takes its size in memory twice: in the thread and outside.
  threads: 1,
  startMs: 10_000,
  // The largest image takes a tenth of a second.
  taskMs: 10_000,
  idleMs: 30_000,
  memoryMb: 64,
  waitingOfKey: 100,
  waiting: 500,
}

const STOPPED = {
  time: 'The image takes too long to process',
  memory: 'The image needs too much memory to process',
}

/** Creates the thread that reads images, one at a time; projects take turns. */
export function createImageThread(limits: Partial<ThreadLimits> = {}): ThreadPool<Uint8Array, ImageAnswer> {
  return new ThreadPool(programFile('commands/sending/uploads/image-thread.js'), { ...LIMITS, ...limits })
}

const threadOfProcess = createImageThread()

/**
 * Reads an uploaded file as an image, in the thread of this process or in `thread`. Throws VALIDATION_ERROR on `file`
 * if the file is not an acceptable image, and SERVICE_UNAVAILABLE if the file is not at fault.
 */
export async function readImage(
  projectId: string,
  file: Buffer,
  thread: Pick<ThreadPool<Uint8Array, ImageAnswer>, 'perform'> = threadOfProcess,
): Promise<ReadImage> {
  const answer = await thread.perform(projectId, file).catch((error: unknown): ImageAnswer => {
    if (lacksThread(error)) {
      throw new AppError('SERVICE_UNAVAILABLE', 'The image cannot be processed at the moment. Try again', {
        cause: error,
      })
    }
    if (error instanceof ThreadStopped) return { refusal: STOPPED[error.reason as keyof typeof STOPPED] }
    throw error
  })
  if (!('refusal' in answer)) return answer
  throw invalid([{ field: 'file', code: 'invalid_file_type', message: answer.refusal }])
}
