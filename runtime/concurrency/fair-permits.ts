/** A call that needs a permit. */
export interface PermitRequest {
  key: string
  /** How long the call waits for a permit; Infinity for as long as it takes. */
  patienceMs: number
  /** Ends the wait. */
  signal?: AbortSignal | undefined
  /** The call goes before the other calls of its key. */
  isFirst?: boolean
}

/** The call waited for as long as it would, and got no permit. */
export class OutOfPatienceError extends Error {
  override readonly name = 'OutOfPatienceError'
}

/** Permits that keys share. */
export interface FairPermits {
  /**
   * Resolves to the function that returns the permit. Rejects with OutOfPatienceError after the patience of the call,
   * and with the reason of its signal.
   */
  acquire(request: PermitRequest): Promise<() => void>
}

interface Waiting {
  key: string
  grant: () => void
}

/**
 * Creates permits: `permits` in all, which is read whenever one is granted, and `permitsPerKey` for each key. Keys with
 * waiting calls are served round robin, so that a key with many calls does not delay the others; the calls of a key in
 * their order. A free permit is granted at once.
 */
export function createFairPermits(limits: { permits: () => number; permitsPerKey: number }): FairPermits {
  const held = new Map<string, number>()
  const queues = createQueues()
  let heldInAll = 0

  const isFree = (key: string): boolean => heldInAll < limits.permits() && (held.get(key) ?? 0) < limits.permitsPerKey
  const change = (key: string, by: 1 | -1): void => {
    heldInAll += by
    const count = (held.get(key) ?? 0) + by
    if (count === 0) held.delete(key)
    else held.set(key, count)
  }
  /** Takes a permit, and returns the function that gives it back. */
  const take = (key: string): (() => void) => {
    change(key, 1)
    return () => {
      change(key, -1)
      queues.serve(isFree)
    }
  }

  return {
    async acquire(request) {
      const { key, signal } = request
      signal?.throwIfAborted()
      if (!queues.has(key) && isFree(key)) return take(key)
      return new Promise((resolve, reject) => {
        const waiting = { key, grant: () => end(() => resolve(take(key))) }
        const leave = (error: unknown): void =>
          end(() => {
            queues.remove(waiting)
            reject(error)
          })
        const abort = (): void => leave(signal?.reason)
        const timer =
          request.patienceMs === Infinity
            ? undefined
            : setTimeout(() => leave(new OutOfPatienceError('No permit became free')), request.patienceMs)
        const end = (settle: () => void): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          settle()
        }
        signal?.addEventListener('abort', abort)
        queues.add(waiting, request.isFirst ?? false)
      })
    },
  }
}

/** The queues of waiting calls by key. Keys are served in insertion order: a key that was served goes to the end. */
function createQueues() {
  const queues = new Map<string, Waiting[]>()
  return {
    has: (key: string): boolean => queues.has(key),
    add(waiting: Waiting, isFirst: boolean): void {
      const queue = queues.get(waiting.key) ?? []
      if (isFirst) queue.unshift(waiting)
      else queue.push(waiting)
      queues.set(waiting.key, queue)
    },
    remove(waiting: Waiting): void {
      const left = queues.get(waiting.key)?.filter((other) => other !== waiting) ?? []
      if (left.length > 0) queues.set(waiting.key, left)
      else queues.delete(waiting.key)
    },
    /** Grants permits to the next calls, as long as their keys are free. */
    serve(isFree: (key: string) => boolean): void {
      for (const [key, queue] of queues) {
        if (!isFree(key)) continue
        const next = queue.shift()
        queues.delete(key)
        // The loop comes to the key again after the others.
        if (queue.length > 0) queues.set(key, queue)
        next?.grant()
      }
    },
  }
}
