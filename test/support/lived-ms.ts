const TICK_MS = 10

/**
 * How long `work` takes by a clock that stands still while the machine keeps this process waiting, so that a limit of
 * time holds on a machine that is busy with something else. For upper limits alone.
 */
export async function livedMs(work: () => Promise<unknown>): Promise<number> {
  let lived = 0
  let last = performance.now()
  const tick = (): void => {
    const now = performance.now()
    lived += Math.min(now - last, 2 * TICK_MS)
    last = now
  }
  const timer = setInterval(tick, TICK_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    tick()
  }
  return lived
}
