import { registry } from '../../runtime/metrics/registry.js'

/**
 * The value of a series of this process: `posthorn_sends_total` with some of its labels, summed; 0 when there is none.
 */
export async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const metric = (await registry.getMetricsAsJSON()).find((each) => each.name === name)
  if (!metric) throw new Error(`There is no metric ${name}`)
  const matching = (metric.values as { value: number; labels: Record<string, unknown> }[]).filter(({ labels: has }) =>
    Object.entries(labels).every(([label, value]) => String(has[label]) === value),
  )
  return matching.reduce((sum, { value }) => sum + value, 0)
}

/** By how much a series grows while `work` goes on. */
export async function growthOf(
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await valueOf(name, labels)
  await work()
  return (await valueOf(name, labels)) - before
}
