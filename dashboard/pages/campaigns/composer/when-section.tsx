import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { DateTimeField } from '../../../shared/date-time-field.js'
import { RadioCards } from '../../../ui/radio-cards.js'
import type { SectionProps } from './audience-section.js'
import { Section } from './section.js'

const KINDS = (['now', 'later'] as const).map((value) => ({
  value,
  label: t.campaigns.whens[value],
  hint: t.campaigns.whenHints[value],
}))

/** The send time of the campaign. */
export function WhenSection({ value: { when }, onChange, state, errors }: SectionProps) {
  const { timezone } = useProject()
  const isPast = state === 'error'
  return (
    <Section name="when" state={state}>
      <RadioCards
        label={t.campaigns.whenChoice}
        options={KINDS}
        value={when.kind}
        onChange={(kind) => onChange({ when: kind === 'now' ? { kind } : { kind, at: null } })}
      />
      {when.kind === 'later' && (
        <>
          <DateTimeField
            label={t.campaigns.sendAt}
            value={when.at}
            zone={timezone}
            error={errors['scheduledFor'] ?? (isPast ? t.campaigns.past : undefined)}
            onChange={(at) => onChange({ when: { kind: 'later', at } })}
          />
          <p className="text-small text-muted">{t.campaigns.whenStored}</p>
        </>
      )}
    </Section>
  )
}
