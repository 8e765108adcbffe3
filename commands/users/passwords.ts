import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../models/domain/errors.js'

// Each takes 19 MB and a thread of the pool that files and names are looked up in too.
const MAX_AT_ONCE = 2
const MAX_WAITING = 100

const waiting: (() => void)[] = []
let running = 0
let nobodysHash: Promise<string> | undefined

/** The argon2id hash of a password. Throws SERVICE_UNAVAILABLE when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password)))
}

/**
 * Whether a password is the one that was hashed. Without a hash the answer is no and takes as long to find, so
 * that it does not tell which accounts there are. Throws SERVICE_UNAVAILABLE when too many wait for theirs.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    nobodysHash ??= hash(randomUUID())
    const isRight = await verify(passwordHash ?? (await nobodysHash), normalise(password))
    return isRight && passwordHash !== null
  })
}

/** One password has several spellings in Unicode, by the keyboard it is typed on. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('SERVICE_UNAVAILABLE', 'Too many are signing in: try again')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
