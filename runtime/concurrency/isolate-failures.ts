/**
 * Runs `work` on all items together. If this fails, runs `work` on each half, and so on, so that an item that cannot
 * succeed fails alone at the cost of a few more runs. Returns the errors of the items that failed alone. An error for
 * which `isTransient` holds is thrown at once, because it says nothing about the items. `work` may run several times on
 * an item.
 */
export async function isolateFailures<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  isTransient: (error: unknown) => boolean,
): Promise<Map<Item, unknown>> {
  try {
    await work(items)
    return new Map()
  } catch (error) {
    if (isTransient(error)) throw error
    const [only, ...others] = items
    if (only === undefined) throw error
    if (others.length === 0) return new Map([[only, error]])
  }
  const half = Math.ceil(items.length / 2)
  const first = await isolateFailures(items.slice(0, half), work, isTransient)
  return new Map([...first, ...(await isolateFailures(items.slice(half), work, isTransient))])
}
