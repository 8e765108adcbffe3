import { ApiError, type FieldFault } from '../../api/api-error.js'
import { faultsOf } from '../../shared/condition-builder/faults.js'
import type { SegmentDraft } from './draft.js'

/** The faults that keep a segment from being saved and that the browser finds itself. */
export function ownFaults({ condition }: SegmentDraft, type: 'DYNAMIC' | 'STATIC'): FieldFault[] {
  if (type === 'STATIC') return []
  return faultsOf(condition).map(({ field, message }) => ({ field: `condition.${field}`, message, code: 'custom' }))
}

/** The faults that the API found in the fields of a segment. */
export function sentFaults(error: unknown): FieldFault[] {
  return error instanceof ApiError ? error.faults : []
}

/** The first fault of each field. */
export function byField(faults: readonly FieldFault[]): ReadonlyMap<string, string> {
  return new Map(faults.toReversed().map(({ field, message }) => [field, message]))
}
