import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../models/domain/errors.js'
import { createSemaphore, SemaphoreFullError } from '../../../runtime/concurrency/semaphore.js'

// A hash takes 19 MB and a thread of libuv's pool, which file access and DNS lookups need too. Known users go first and
// have a limit of their own, so that strangers cannot fill their queue.
const hashing = createSemaphore({ permits: 2, maxWaiting: { first: 1_000, usual: 100 } })
let decoyHash: Promise<string> | undefined

/** The origin of a password. `isKnown`: the user is signed in, or the network has signed in before; it goes first. */
export interface PasswordOrigin {
  isKnown: boolean
}

const STRANGER: PasswordOrigin = { isKnown: false }

/** The argon2id hash of a password. Throws SERVICE_UNAVAILABLE when too many calls are waiting. */
export async function hashPassword(password: string, origin = STRANGER): Promise<string> {
  return limited(() => hash(normalise(password)), origin)
}

/**
 * Whether a password matches a hash. Without a hash the result is false after the same time, so that timing does not
 * tell which accounts exist. Throws SERVICE_UNAVAILABLE when too many calls are waiting.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  origin = STRANGER,
): Promise<boolean> {
  return limited(async () => {
    decoyHash ??= hash(randomUUID())
    const isRight = await verify(passwordHash ?? (await decoyHash), normalise(password))
    return isRight && passwordHash !== null
  }, origin)
}

/** Unicode has several encodings of one password, depending on the keyboard. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

async function limited<T>(work: () => Promise<T>, { isKnown }: PasswordOrigin): Promise<T> {
  try {
    return await hashing.run(work, isKnown ? 'first' : 'usual')
  } catch (error) {
    if (!(error instanceof SemaphoreFullError)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many people are signing in at the moment. Try again', {
      cause: error,
    })
  }
}
