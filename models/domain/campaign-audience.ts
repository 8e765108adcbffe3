import type { ConditionTree } from './conditions/tree.js'
import { segmentIdsOf } from './conditions/walk-filters.js'
import type { FieldError } from './errors.js'

/** The audience of a campaign as its author chose it. */
export interface ChosenAudience {
  /** Null until the author has chosen. */
  audienceType: 'ALL' | 'SEGMENT' | 'FILTERED' | null
  segmentId: string | null
  audienceCondition: ConditionTree | null
}

/** The error of a campaign that nobody has chosen an audience for: it is never sent to all contacts by default. */
export const AUDIENCE_NOT_CHOSEN: FieldError = {
  field: 'audienceType',
  code: 'required',
  message: 'Choose an audience before you send the campaign',
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
      message: 'Choose a segment',
    }
  }
  if (audienceType === 'FILTERED' && audienceCondition === null) {
    return {
      field: 'audienceCondition',
      code: 'required',
      message: 'Add at least one filter',
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
