import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Every metric of this process. Names follow Prometheus' rules (prometheus.io/docs/practices/naming): base units, and
 * `_total` at the end of counters. No label holds an id or an address, so that the number of series stays bounded.
 */
export const registry = new Registry()

/** The observations of a thread for one series: the increases of a counter, or the values of a histogram. */
export interface Observations {
  name: string
  labels: Labels
  values: number[]
}

type Labels = Partial<Record<string, string | number>>

type Observe = (first?: Labels | number, value?: number) => void

let collected: Map<string, Observations> | null = null

/**
 * Makes the counters and histograms of this thread collect their observations, for the process to which the thread
 * belongs. Returns a function that returns the observations since its last call.
 */
export function collectObservations(): () => Observations[] {
  const series = new Map<string, Observations>()
  collected = series
  return () => {
    const all = [...series.values()]
    series.clear()
    return all
  }
}

/** Adds the observations of a thread to the metrics of this process. */
export function addObservations(all: readonly Observations[]): void {
  for (const { name, labels, values } of all) {
    const metric = registry.getSingleMetric(name)
    for (const value of values) {
      if (metric instanceof Histogram) metric.observe(labels, value)
      else if (metric instanceof Counter) metric.inc(labels, value)
    }
  }
}

function collect(name: string, labels: Labels, value: number, isSummed: boolean): boolean {
  if (!collected) return false
  const key = JSON.stringify([name, labels])
  const series = collected.get(key) ?? { name, labels, values: [] }
  collected.set(key, series)
  if (isSummed) series.values = [(series.values[0] ?? 0) + value]
  else series.values.push(value)
  return true
}

/** Creates a counter. All combinations of the given label values begin at 0, so that a first increase is visible. */
export function counter<L extends string = never>(
  name: `posthorn_${string}_total`,
  help: string,
  labels: Partial<Record<L, readonly string[]>> = {},
): Counter<L> {
  const metric = new Counter<L>({ name, help, labelNames: Object.keys(labels) as L[], registers: [registry] })
  for (const combination of combinations(labels)) metric.inc(combination, 0)
  const inc = metric.inc.bind(metric) as Observe
  metric.inc = ((first = {}, value = 1) => {
    const [given, by] = typeof first === 'number' ? [{}, first] : [first, value]
    if (!collect(name, given, by, true)) inc(given, by)
  }) satisfies Observe as typeof metric.inc
  return metric
}

/** Creates a gauge. */
export function gauge<L extends string = never>(
  name: `posthorn_${string}`,
  help: string,
  labels: readonly L[] = [],
): Gauge<L> {
  return new Gauge<L>({ name, help, labelNames: [...labels], registers: [registry] })
}

/** Creates a histogram of durations. */
export function histogram<L extends string = never>(
  name: `posthorn_${string}_seconds`,
  help: string,
  { labels = [], buckets }: { labels?: readonly L[]; buckets: number[] },
): Histogram<L> {
  const metric = new Histogram<L>({ name, help, labelNames: [...labels], buckets, registers: [registry] })
  const observe = metric.observe.bind(metric) as Observe
  metric.observe = ((first = {}, value = 0) => {
    const [given, seen] = typeof first === 'number' ? [{}, first] : [first, value]
    if (!collect(name, given, seen, false)) observe(given, seen)
  }) satisfies Observe as typeof metric.observe
  return metric
}

function combinations<L extends string>(labels: Partial<Record<L, readonly string[]>>): Record<L, string>[] {
  const entries = Object.entries(labels) as [L, readonly string[]][]
  if (entries.length === 0) return []
  return entries.reduce<Record<L, string>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{} as Record<L, string>],
  )
}
