/** Work that is repeated until it is stopped. */
export interface Repeated {
  /** Starts no further run and resolves once the current one has ended. */
  stop(): Promise<void>
}

/** Runs `work` after `everyMs`, and again `everyMs` after each end. `work` must handle its errors. */
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
