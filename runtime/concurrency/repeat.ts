/** Work that is done again and again until it is stopped. */
export interface Repeated {
  /** Resolves once what runs has ended; nothing begins after it. */
  stop(): Promise<void>
}

/** Does work every so often, counted from the end of the last time; the work deals with its own errors. */
export function repeat(everyMs: number, work: (isStopped: () => boolean) => Promise<void>): Repeated {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = work(() => isStopped).finally(() => {
        if (!isStopped) schedule()
      })
    }, everyMs)
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
