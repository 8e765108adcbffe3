/** Does the work for each item, at most `concurrency` of them at a time. */
export async function mapConcurrent<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, takeNext))
}
