/**
 * Resolves or rejects as `pending` does, or rejects with `message` after `timeoutMs`; `pending` itself goes on. A
 * process that was busy for longer than the timeout first takes the answer that arrived meanwhile.
 */
export async function withinTime<T>(pending: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    // After a pause of the process, its overdue timers run before it reads from its connections.
    timer = setTimeout(() => setImmediate(() => reject(new Error(message))), timeoutMs)
  })
  try {
    return await Promise.race([pending, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
