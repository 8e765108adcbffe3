import type { Answer } from '../../api/client.js'

/** A segment as the API shows it. */
export type Segment = Answer<'GET /segments/:id'>

/** The filters of the list of segments, as its address holds them. */
export interface SegmentFilters {
  q?: string | undefined
}

/** Reads the filters from the address, which is untrusted input. */
export function readSegmentFilters({ q }: Record<string, unknown>): SegmentFilters {
  return { q: typeof q === 'string' && q !== '' ? q : undefined }
}

/** The segments whose name contains the text. */
export function fittingSegments(segments: readonly Segment[], { q = '' }: SegmentFilters): Segment[] {
  return segments.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
}

/** The parts of the page of a segment. */
export const SEGMENT_TABS = ['condition', 'members', 'settings', 'uses'] as const
export type SegmentTab = (typeof SEGMENT_TABS)[number]

/** Reads the part that an address names. */
export function readSegmentTab({ tab }: Record<string, unknown>): { tab?: SegmentTab | undefined } {
  return { tab: SEGMENT_TABS.find((one) => one === tab) }
}
