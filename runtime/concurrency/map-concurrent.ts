/** Runs `work` on every item, at most `concurrency` at a time; rejects with the first error once all the rest ended. */
export async function mapConcurrent<Item>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
