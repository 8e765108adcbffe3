import type { ConditionTree } from './conditions/tree.js'
import { segmentIdsOf } from './conditions/walk-filters.js'
import type { FieldError } from './errors.js'

/** Whom a campaign is for, as its author names them. */
export interface ChosenAudience {
  audienceType: 'ALL' | 'SEGMENT' | 'FILTERED'
  segmentId: string | null
  audienceCondition: ConditionTree | null
}

/** What is missing of an audience, by the field that has to name it; values may be of any kind still. */
export function missingAudience(
  sent: Partial<Record<keyof ChosenAudience, unknown>>,
): (FieldError & { field: keyof ChosenAudience }) | null {
  const { audienceType, segmentId = null, audienceCondition = null } = sent
  if (audienceType === 'SEGMENT' && segmentId === null) {
    return { field: 'segmentId', code: 'required', message: 'A campaign to a segment has to name it' }
  }
  if (audienceType === 'FILTERED' && audienceCondition === null) {
    return { field: 'audienceCondition', code: 'required', message: 'A campaign to a filtered audience has to say how' }
  }
  return null
}

/** The audience without what counts for other types: an unused segment must not be held by the campaign. */
export function trimAudience({ audienceType, segmentId, audienceCondition }: ChosenAudience): ChosenAudience {
  return {
    audienceType,
    segmentId: audienceType === 'SEGMENT' ? segmentId : null,
    audienceCondition: audienceType === 'FILTERED' ? audienceCondition : null,
  }
}

/** The segments that an audience itself refers to. */
export function segmentsOfAudience({ segmentId, audienceCondition }: ChosenAudience): string[] {
  const inCondition = audienceCondition ? segmentIdsOf(audienceCondition) : []
  return [...(segmentId === null ? [] : [segmentId]), ...inCondition]
}
