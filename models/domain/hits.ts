/**
 * Hits on a tracked link or a pixel, by their numbers. Each process that counts requests is one source for each message
 * and minute. It numbers the hits on each link and on the pixel from 0, hits of persons and of machines separately. A
 * range is its first and last number. Ranges are in order and do not touch.
 */
export interface NumberedHits {
  source: string
  ranges: [first: number, last: number][]
}

/** The hits of both lists, with the sources of `first` first, and the number of hits that `first` did not have. */
export function addHits(
  first: readonly NumberedHits[],
  second: readonly NumberedHits[],
): { hits: NumberedHits[]; added: number } {
  const bySource = new Map(first.map(({ source, ranges }) => [source, ranges]))
  for (const { source, ranges } of second) bySource.set(source, unite([...(bySource.get(source) ?? []), ...ranges]))
  const hits = [...bySource].map(([source, ranges]) => ({ source, ranges }))
  return { hits, added: countHits(hits) - countHits(first) }
}

/** The number of hits in a list. */
export function countHits(hits: readonly NumberedHits[]): number {
  const sizes = hits.flatMap(({ ranges }) => ranges.map(([first, last]) => last - first + 1))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function unite(ranges: NumberedHits['ranges']): NumberedHits['ranges'] {
  const united: NumberedHits['ranges'] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = united.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else united.push([first, last])
  }
  return united
}
