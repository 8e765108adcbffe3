import {
  listDynamicSegments,
  sweepSegment,
  type SegmentSwept,
} from '../../../../commands/audience/segments/sweep-segments.js'

/** Sweeps all segments once; returns the outcome of each. */
export async function sweep(shareMs?: number): Promise<SegmentSwept[]> {
  const swept: SegmentSwept[] = []
  for (const segment of await listDynamicSegments(null, { shareMs })) {
    // A segment that fails is left to the next sweep.
    swept.push(await sweepSegment(segment).catch(() => ({ done: 1 as const })))
  }
  return swept
}
