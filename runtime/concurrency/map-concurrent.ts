/** Runs `work` on every item, at most `concurrency` side by side; rejects with the first error after the rest is done. */
export async function mapConcurrent<Item>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, lane))
  const failed = lanes.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
