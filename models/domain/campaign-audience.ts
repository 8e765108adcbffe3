import type { ConditionTree } from './conditions/tree.js'
import { segmentIdsOf } from './conditions/walk-filters.js'
import type { FieldError } from './errors.js'

/** The audience of a campaign as its author chose it. */
export interface ChosenAudience {
  audienceType: 'ALL' | 'SEGMENT' | 'FILTERED'
  segmentId: string | null
  audienceCondition: ConditionTree | null
}

/**
 * The error for a missing field that the audience type requires; null when no field is missing. Values may be
 * unchecked.
 */
export function missingAudience(
  sent: Partial<Record<keyof ChosenAudience, unknown>>,
): (FieldError & { field: keyof ChosenAudience }) | null {
  const { audienceType, segmentId = null, audienceCondition = null } = sent
  if (audienceType === 'SEGMENT' && segmentId === null) {
    return {
      field: 'segmentId',
      code: 'required',
      message: 'Choose a segment: audienceType SEGMENT requires segmentId',
    }
  }
  if (audienceType === 'FILTERED' && audienceCondition === null) {
    return {
      field: 'audienceCondition',
      code: 'required',
      message: 'Add a condition: audienceType FILTERED requires audienceCondition',
    }
  }
  return null
}

/**
 * The audience without the fields of other types. Otherwise the campaign would prevent the deletion of an unused
 * segment.
 */
export function trimAudience({ audienceType, segmentId, audienceCondition }: ChosenAudience): ChosenAudience {
  return {
    audienceType,
    segmentId: audienceType === 'SEGMENT' ? segmentId : null,
    audienceCondition: audienceType === 'FILTERED' ? audienceCondition : null,
  }
}

/** Ids of the segments that an audience refers to directly. */
export function segmentsOfAudience({ segmentId, audienceCondition }: ChosenAudience): string[] {
  const inCondition = audienceCondition ? segmentIdsOf(audienceCondition) : []
  return [...(segmentId === null ? [] : [segmentId]), ...inCondition]
}
