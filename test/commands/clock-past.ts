/** Waits until the clock has passed this moment, so that a later one differs from it. */
export async function clockPast(moment: Date): Promise<void> {
  while (Date.now() <= moment.getTime() + 1) await new Promise((resolve) => setImmediate(resolve))
}
