import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../models/domain/errors.js'
import { createSemaphore, SemaphoreFullError } from '../../runtime/concurrency/semaphore.js'

// Each hash takes 19 MB and a thread of the pool that file access and DNS look-ups need too.
const hashing = createSemaphore({ permits: 2, maxWaiting: 100 })
let nobodysHash: Promise<string> | undefined

/** The argon2id hash of a password. Throws SERVICE_UNAVAILABLE when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  return limited(() => hash(normalise(password)))
}

/**
 * Whether a password is the one that was hashed. Without a hash the answer is no and takes as long to find, so
 * that it does not tell which accounts there are. Throws SERVICE_UNAVAILABLE when too many wait for theirs.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return limited(async () => {
    nobodysHash ??= hash(randomUUID())
    const isRight = await verify(passwordHash ?? (await nobodysHash), normalise(password))
    return isRight && passwordHash !== null
  })
}

/** One password has several spellings in Unicode, by the keyboard it is typed on. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

async function limited<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.run(work)
  } catch (error) {
    if (!(error instanceof SemaphoreFullError)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many are signing in: try again', { cause: error })
  }
}
