import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../models/domain/errors.js'
import { createSemaphore, SemaphoreFullError } from '../../runtime/concurrency/semaphore.js'

// A hash takes 19 MB and a thread of libuv's pool, which file access and DNS lookups need too. Known users have limits
// of their own, so that only few of them wait.
const hashing = createSemaphore({ permits: 2, maxWaiting: { first: 1_000, usual: 100 } })
let nobodysHash: Promise<string> | undefined

/** Whose password it is: a user who is signed in, or comes from a network that has signed in before, goes first. */
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
    nobodysHash ??= hash(randomUUID())
    const isRight = await verify(passwordHash ?? (await nobodysHash), normalise(password))
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
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many are signing in: try again', { cause: error })
  }
}
