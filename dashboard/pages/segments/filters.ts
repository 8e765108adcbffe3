import type { Answer } from '../../api/client.js'
import { oneOf, searchOf, text, type SearchOf } from '../../shared/search-params.js'

/** A segment as the API shows it. */
export type Segment = Answer<'GET /segments/:id'>

/** Reads the filters of the list of segments from its address. */
export const readSegmentFilters = searchOf({ q: text })

export type SegmentFilters = SearchOf<typeof readSegmentFilters>

/** The segments whose name contains the text. */
export function fittingSegments(segments: readonly Segment[], { q = '' }: SegmentFilters): Segment[] {
  return segments.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
}

/** The parts of the page of a segment. */
export const SEGMENT_TABS = ['condition', 'members', 'settings', 'uses'] as const
export type SegmentTab = (typeof SEGMENT_TABS)[number]

/** Reads the part that an address names. */
export const readSegmentTab = searchOf({ tab: oneOf(SEGMENT_TABS) })
