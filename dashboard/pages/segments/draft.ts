import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { readConditionTree } from '../../../models/domain/conditions/read-condition-tree.js'
import type { Segment } from './filters.js'

/** The parts of a segment that are edited together. */
export interface SegmentDraft {
  name: string
  description: string
  condition: ConditionTree | null
}

/** A segment that is to be created. */
export interface NewSegmentDraft extends SegmentDraft {
  type: Segment['type']
  trackMembership: boolean
}

/** A new segment before any input. */
export const NEW_SEGMENT: NewSegmentDraft = {
  name: '',
  description: '',
  condition: null,
  type: 'DYNAMIC',
  trackMembership: false,
}

/** The edited parts of a stored segment. */
export function draftOf({ name, description, condition }: Segment): SegmentDraft {
  return { name, description: description ?? '', condition: readConditionTree(condition).tree ?? null }
}

/** The fields of a segment for the API. */
export function fieldsOf({ name, description, condition }: SegmentDraft) {
  const text = description.trim()
  return { name: name.trim(), description: text === '' ? null : text, ...(condition ? { condition } : {}) }
}
