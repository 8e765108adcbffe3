import { t } from '../../../messages/index.js'
import { AudienceCount } from '../../../shared/audience-count.js'
import { lazyPart } from '../../../shared/lazy-part.js'
import { RadioCards } from '../../../ui/radio-cards.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import type { ConditionFieldProps } from './condition-field.js'
import { countedAudience } from './audience-count-of.js'
import { isAudienceWhole, type CampaignFields } from './draft.js'
import { Section } from './section.js'
import type { SectionState } from './section-states.js'
import { SegmentField } from './segment-field.js'

const ConditionField = lazyPart<ConditionFieldProps, 'ConditionField'>(
  () => import('./condition-field.js'),
  'ConditionField',
  <SkeletonRows rows={3} />,
)

const TYPES = (['ALL', 'SEGMENT', 'FILTERED'] as const).map((value) => ({
  value,
  label: t.campaigns.audiences[value],
  hint: t.campaigns.whoHints[value],
}))

/** The properties of a section of the composer. */
export interface SectionProps {
  value: CampaignFields
  onChange: (part: Partial<CampaignFields>) => void
  state: SectionState
  /** The errors that the API found, by field. */
  errors: Readonly<Record<string, string>>
}

/** The audience, and which of its contacts the campaign does not reach. */
export function AudienceSection({ value, onChange, state, errors }: SectionProps) {
  const { audienceType, segmentId, audienceCondition } = value
  return (
    <Section name="audience" state={state}>
      <RadioCards
        label={t.campaigns.who}
        options={TYPES}
        value={audienceType}
        onChange={(next) => onChange({ audienceType: next })}
      />
      {audienceType === 'SEGMENT' && (
        <SegmentField
          value={segmentId}
          onChange={(next) => onChange({ segmentId: next })}
          error={errors['segmentId']}
        />
      )}
      {audienceType === 'FILTERED' && (
        <ConditionField
          value={audienceCondition}
          onChange={(next) => onChange({ audienceCondition: next })}
          errors={errors}
        />
      )}
      {isAudienceWhole(value) || audienceType === 'FILTERED' ? (
        <AudienceCount audience={countedAudience(value)} hasSample={audienceType === 'FILTERED'} />
      ) : (
        <p className="text-muted">{t.campaigns.audienceUnknown}</p>
      )}
    </Section>
  )
}
