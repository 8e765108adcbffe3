/**
 * Runs `work` on every item, at most `concurrency` at a time. Rejects with the first error, once no work runs any more.
 */
export async function mapConcurrent<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const all = [...items]
  const queue = all.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(concurrency, all.length) }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
