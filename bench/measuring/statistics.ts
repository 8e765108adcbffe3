/** The times of one kind of request or delivery. */
export interface Latency {
  count: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

/** The value below which this share of the samples lies; NaN without a sample. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Summarises samples in ms. */
export function latencyOf(samplesMs: readonly number[]): Latency {
  const at = (share: number): number => round(quantile(samplesMs, share), 2)
  return { count: samplesMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) }
}

/** The mean of the samples; NaN without a sample. */
export function mean(samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length
}

/**
 * The slope of the line through the points that fits best by least squares, in units of y by unit of x; 0 below two
 * points.
 */
export function slope(points: readonly { x: number; y: number }[]): number {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (points.length < 2 || spread === 0) return 0
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
}

/** Rounds to this many decimals, so that results can be read; NaN and infinity stay. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
