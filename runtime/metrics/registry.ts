import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Every metric of this process. Names follow Prometheus' rules (prometheus.io/docs/practices/naming): base units, and
 * `_total` at the end of counters. No label holds an id or an address, so that the number of series stays bounded.
 */
export const registry = new Registry()

/** A counter. Combinations of the label values that are given begin at 0, so that a first increase is seen. */
export function counter<L extends string = never>(
  name: `posthorn_${string}_total`,
  help: string,
  labels: Partial<Record<L, readonly string[]>> = {},
): Counter<L> {
  const made = new Counter<L>({ name, help, labelNames: Object.keys(labels) as L[], registers: [registry] })
  for (const combination of combinations(labels)) made.inc(combination, 0)
  return made
}

/** A gauge. */
export function gauge<L extends string = never>(
  name: `posthorn_${string}`,
  help: string,
  labels: readonly L[] = [],
): Gauge<L> {
  return new Gauge<L>({ name, help, labelNames: [...labels], registers: [registry] })
}

/** A histogram of durations. */
export function histogram<L extends string = never>(
  name: `posthorn_${string}_seconds`,
  help: string,
  { labels = [], buckets }: { labels?: readonly L[]; buckets: number[] },
): Histogram<L> {
  return new Histogram<L>({ name, help, labelNames: [...labels], buckets, registers: [registry] })
}

function combinations<L extends string>(labels: Partial<Record<L, readonly string[]>>): Record<L, string>[] {
  const entries = Object.entries(labels) as [L, readonly string[]][]
  if (entries.length === 0) return []
  return entries.reduce<Record<L, string>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{} as Record<L, string>],
  )
}
